import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { present } from '../common/assert';
import { publicUrl } from '../config/public-url';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { instanceDir } from '../config/instance-dir';
import { verifyConsistency } from './merkle-proof';
import { frontierNodes, planConsistency, rootOf } from './merkle-tree';
import { RegistryDegraded, RegistryStateService } from './registry-state.service';
import { nodeKey, RegistryRepository, type LogHead } from './registry.repository';
import { SignedHeadStore, type SignedHead } from './signed-head.store';
import { checkpointText, noteSigner, type NoteSigner } from './signed-note';
import { loadSigningSeed } from './signing-key.store';

/**
 * Signs heads of the log, and only heads of one history: every head is proven consistent with the
 * largest one signed before, which is remembered outside the database.
 */
@Injectable()
export class CheckpointService {
  private readonly folder: string;
  private readonly guard: SignedHeadStore;
  private seed: Promise<Buffer> | null = null;
  private signers = new Map<string, NoteSigner>();
  private last: SignedHead | null = null;
  /** Signing is one at a time, so that the remembered head only grows. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly repository: RegistryRepository,
    private readonly state: RegistryStateService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.folder = join(instanceDir(environment), 'registry');
    this.guard = new SignedHeadStore(this.folder);
  }

  /** Name for a log that begins now: configured, else host and path of the public address. */
  get configuredOrigin(): string {
    return (
      this.environment.registryOrigin ?? publicUrl(this.environment).replace(/^https?:\/\//, '')
    );
  }

  /** Public key for checkpoints of this origin. */
  async vkey(origin: string): Promise<string> {
    return (await this.signer(origin)).vkey;
  }

  /** Why the head of the log must not be built upon, or null: another key or name, or an older history than signed. */
  async doubtAboutHead(): Promise<string | null> {
    const signed = await this.guard.read().catch((error: unknown) => error as Error);
    if (signed instanceof Error) return 'The file of the last signed head cannot be read.';
    this.last = signed;
    // Read later than what was signed: another process may append and sign in between.
    const head = await this.repository.getHead();
    if (head === null) {
      return signed === null ? null : 'The database holds no log, but one was signed here.';
    }
    return (await this.doubtAboutName(head)) ?? this.doubtAboutHistory(head, signed);
  }

  private async doubtAboutName(head: LogHead): Promise<string | null> {
    const { registryOrigin } = this.environment;
    if (registryOrigin !== null && registryOrigin !== head.origin) {
      return 'REGISTRY_ORIGIN is not the origin with which this log began.';
    }
    if ((await this.vkey(head.origin)) !== head.vkey) {
      return 'The signing key is not the key with which this log began.';
    }
    return null;
  }

  private async doubtAboutHistory(
    head: LogHead,
    signed: SignedHead | null,
  ): Promise<string | null> {
    if (signed === null) return null;
    if (signed.origin !== head.origin) return 'The last signed head is of another log.';
    if (head.treeSize < signed.tree_size) {
      return `The database holds ${head.treeSize} records, fewer than the ${signed.tree_size} already signed: it was put back to an older state.`;
    }
    if ((await this.rootAt(signed.tree_size)) !== signed.root_hash) {
      return `The first ${signed.tree_size} records are not those that were signed.`;
    }
    return null;
  }

  /** Records in the largest head signed here; 0 when none was. */
  async signedSize(): Promise<number> {
    this.last ??= await this.guard.read();
    return this.last?.tree_size ?? 0;
  }

  /** Root of the first `size` records, from stored nodes; null when nodes are missing. */
  async rootAt(size: number): Promise<string | null> {
    const wanted = frontierNodes(size);
    const nodes = await this.repository.nodes(wanted);
    const hashes = wanted.map((node) => nodes.get(nodeKey(node)));
    return hashes.some((hash) => hash === undefined) ? null : rootOf(hashes as string[]);
  }

  /**
   * The signed note of a head. The same head gives the same bytes.
   *
   * @throws RegistryDegraded when the head does not belong to the history signed so far
   */
  async sign(origin: string, treeSize: number, rootHash: string): Promise<string> {
    const turn = this.queue.then(() => this.signNow({ origin, tree_size: treeSize, root_hash: rootHash })); // prettier-ignore
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async signNow(head: SignedHead): Promise<string> {
    const signer = await this.signer(head.origin);
    const last = this.last ?? (this.last = await this.guard.read());
    if (last !== null && !(await this.sameHistory(last, head))) {
      const reason = `A head of ${head.tree_size} records does not belong to the history signed at ${last.tree_size}.`;
      this.state.setDoubt(reason);
      throw new RegistryDegraded(reason);
    }
    if (last === null || head.tree_size > last.tree_size) await this.remember(head);
    return signer.sign(
      checkpointText({ origin: head.origin, treeSize: head.tree_size, rootHash: head.root_hash }),
    );
  }

  /** Another process on the same folder may have signed more meanwhile: the larger head stays. */
  private async remember(head: SignedHead): Promise<void> {
    const stored = await this.guard.read();
    if (stored === null || stored.tree_size < head.tree_size) await this.guard.write(head);
    this.last = head;
  }

  private async sameHistory(one: SignedHead, other: SignedHead): Promise<boolean> {
    if (one.origin !== other.origin) return false;
    const [first, second] = one.tree_size <= other.tree_size ? [one, other] : [other, one];
    const plan = planConsistency(first.tree_size, second.tree_size);
    const nodes = await this.repository.nodes(plan.nodes);
    if (plan.nodes.some((node) => !nodes.has(nodeKey(node)))) return false;
    return verifyConsistency({
      first: first.tree_size,
      second: second.tree_size,
      root1: first.root_hash,
      root2: second.root_hash,
      path: plan.path((node) => present(nodes.get(nodeKey(node)), 'tree node')),
    });
  }

  private async signer(origin: string): Promise<NoteSigner> {
    const known = this.signers.get(origin);
    if (known !== undefined) return known;
    this.seed ??= loadSigningSeed(this.folder, this.environment.registrySigningKey);
    const signer = noteSigner(origin, await this.seed);
    this.signers.set(origin, signer);
    return signer;
  }
}
