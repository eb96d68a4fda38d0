import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { present } from '../../platform/common/assert';
import { publicUrl } from '../../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { instanceDir } from '../../platform/config/instance-dir';
import { EMPTY_ROOT, verifyConsistency } from '../proofs/merkle-proof';
import { frontierNodes, planConsistency, rootOf } from '../proofs/merkle-tree';
import { CannotSign, RegistryDegraded, RegistryStateService } from '../registry-state.service';
import { nodeKey, RegistryRepository, type LogHead } from '../registry.repository';
import { CONFIRM, SignedHeadStore, type SignedHead } from './signed-head.store';
import { checkpointText, noteSigner, signedBy, verifyCheckpoint, type NoteSigner } from '../proofs/signed-note';
import { keyChangeText } from './key-change';
import { dropNextSeed, loadSigningSeeds, makeNextSeed, takeNextSeed } from './signing-key.store';

const GONE = `The file of the last signed head is gone, though this log has begun: an older state of the database would not be noticed. ${CONFIRM}`;

/** Signs only heads that are consistent with the largest signed one, which is stored outside the database. */
@Injectable()
export class CheckpointService {
  private readonly folder: string;
  private readonly guard: SignedHeadStore;
  private signers = new Map<string, NoteSigner>();
  private last: SignedHead | null = null;
  /** Signing is serialized, so that the stored head only grows. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly repository: RegistryRepository,
    private readonly state: RegistryStateService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.folder = join(instanceDir(environment), 'registry');
    this.guard = new SignedHeadStore(this.folder);
  }

  /** Name for a new log: configured, else host and path of the public address. */
  get configuredOrigin(): string {
    return this.environment.registryOrigin ?? publicUrl(this.environment).replace(/^https?:\/\//, '');
  }

  /** Public key for a new log of this origin. @throws CannotSign */
  async vkey(origin: string): Promise<string> {
    return present((await this.ownKeys(origin))[0], 'signing key').vkey;
  }

  async hasSigned(note: string, origin: string): Promise<boolean> {
    return (await this.ownKeys(origin)).some(({ vkey }) => verifyCheckpoint(note, vkey).ok);
  }

  /** The next key, created if needed, and a note signed by both keys that names both. @throws CannotSign */
  async nextKey({ origin, vkey }: LogHead): Promise<{ readonly vkey: string; readonly note: string }> {
    const now = await this.signer(origin, vkey);
    let next = noteSigner(origin, await makeNextSeed(this.folder));
    if (next.vkey === vkey && (await this.vkey(origin)) === vkey) {
      // The operator has since configured it as REGISTRY_SIGNING_KEY.
      await dropNextSeed(this.folder);
      next = noteSigner(origin, await makeNextSeed(this.folder));
    }
    return { vkey: next.vkey, note: signedBy([now, next], keyChangeText(origin, vkey, next.vkey)) };
  }

  /** Activates the next key after the log has recorded it, unless the key is configured. */
  async takeNextKey(): Promise<void> {
    if (this.environment.registrySigningKey === null) await takeNextSeed(this.folder);
  }

  /**
   * Why the head of the log must not be extended, or null: another key or name, or a history older than the signed one.
   */
  async doubtAboutHead(): Promise<string | null> {
    try {
      const signed = await this.guard.read();
      this.last = signed;
      // Read after the signed head: another process may append and sign in between.
      const head = await this.repository.getHead();
      if (head === null) {
        return signed === null || signed.tree_size === 0 ? null : 'The database holds no log, but one was signed here.';
      }
      return (await this.doubtAboutName(head)) ?? (await this.doubtAboutHistory(head, signed));
    } catch (error) {
      if (error instanceof CannotSign) return error.message;
      throw error;
    }
  }

  private async doubtAboutName(head: LogHead): Promise<string | null> {
    const { registryOrigin } = this.environment;
    if (registryOrigin !== null && registryOrigin !== head.origin) {
      return 'REGISTRY_ORIGIN is not the origin with which this log began.';
    }
    await this.signer(head.origin, head.vkey);
    return null;
  }

  private async doubtAboutHistory(head: LogHead, signed: SignedHead | null): Promise<string | null> {
    if (signed === null) return GONE;
    if (signed.origin !== head.origin) return 'The last signed head is of another log.';
    if (head.tree_size < signed.tree_size) {
      return `The database holds ${head.tree_size} records, fewer than the ${signed.tree_size} already signed: it was put back to an older state.`;
    }
    if ((await this.rootAt(signed.tree_size)) !== signed.root_hash) {
      return `The first ${signed.tree_size} records are not those that were signed.`;
    }
    return null;
  }

  /** Records in the largest head signed here. @throws CannotSign when unknown */
  async signedSize(): Promise<number> {
    return (await this.lastSigned()).tree_size;
  }

  /** Stores the empty state of a new log; from now on the file must exist. */
  async beginLog(origin: string): Promise<void> {
    const begun = { origin, tree_size: 0, root_hash: EMPTY_ROOT };
    const stored = await this.guard.read();
    if (stored === null) await this.guard.writeFirst(begun);
    // An earlier start under another name did not complete.
    else if (stored.tree_size === 0 && stored.origin !== origin) await this.guard.write(begun);
    this.last = null;
  }

  /**
   * Accepts the database's head as the last signed one, once it is proven to extend a checkpoint signed by this log's
   * key.
   *
   * @param note the last published checkpoint known to the operator
   * @throws Error with the reason why the database does not extend it
   */
  async confirm(note: string): Promise<SignedHead> {
    const head = present(await this.repository.getHead(), 'a log');
    const doubt = await this.doubtAboutName(head);
    if (doubt !== null) throw new Error(doubt);
    const read = verifyCheckpoint(note, head.vkey);
    if (!read.ok) throw new Error(`This is not a checkpoint of ${head.origin}: ${read.reason}`);
    const { treeSize, rootHash } = read.checkpoint;
    const published = { origin: head.origin, tree_size: treeSize, root_hash: rootHash };
    const history = await this.doubtAboutHistory(head, published);
    if (history !== null) throw new Error(history);
    const now = { origin: head.origin, tree_size: head.tree_size, root_hash: rootOf(head.frontier) };
    await this.guard.write(now);
    this.last = now;
    return now;
  }

  /** The last signed head, from memory or from the file, which another process may have written. */
  private async lastSigned(): Promise<SignedHead> {
    this.last ??= await this.guard.read();
    if (this.last === null) throw new CannotSign(GONE);
    return this.last;
  }

  /** Root of the first `size` records, from stored nodes; null when nodes are missing. */
  async rootAt(size: number): Promise<string | null> {
    const wanted = frontierNodes(size);
    const nodes = await this.repository.nodes(wanted);
    const hashes = wanted.map((node) => nodes.get(nodeKey(node)));
    return hashes.some((hash) => hash === undefined) ? null : rootOf(hashes as string[]);
  }

  /**
   * The signed note of a head. The same head yields the same bytes.
   *
   * @throws RegistryDegraded when the head does not extend the signed history
   */
  async sign(origin: string, treeSize: number, rootHash: string): Promise<string> {
    const turn = this.queue.then(() => this.signNow({ origin, tree_size: treeSize, root_hash: rootHash }));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async signNow(head: SignedHead): Promise<string> {
    // Read each time: the command that changes the key runs in another process.
    const { vkey } = present(await this.repository.getHead(), 'a log');
    const signer = await this.signer(head.origin, vkey);
    const last = await this.lastSigned();
    if (!(await this.sameHistory(last, head))) {
      const reason = `A head of ${head.tree_size} records does not belong to the history signed at ${last.tree_size}.`;
      this.state.setDoubt(reason);
      throw new RegistryDegraded(reason);
    }
    if (head.tree_size > last.tree_size) await this.remember(head);
    return signer.sign(checkpointText({ origin: head.origin, treeSize: head.tree_size, rootHash: head.root_hash }));
  }

  /** Another process on the same folder may have signed a larger head: it is kept. */
  private async remember(head: SignedHead): Promise<void> {
    const stored = await this.guard.read();
    if (stored === null || stored.tree_size < head.tree_size) await this.guard.write(head);
    this.last = head;
  }

  private async sameHistory(one: SignedHead, other: SignedHead): Promise<boolean> {
    if (one.origin !== other.origin) return false;
    if (one.tree_size === 0) return true;
    const [first, second] = one.tree_size <= other.tree_size ? [one, other] : [other, one];
    const path = await this.repository.pathOf(planConsistency(first.tree_size, second.tree_size));
    return verifyConsistency({
      first: first.tree_size,
      second: second.tree_size,
      root1: first.root_hash,
      root2: second.root_hash,
      path,
    });
  }

  /** The signer of a key of this log. @throws CannotSign when the key is missing here */
  private async signer(origin: string, vkey: string): Promise<NoteSigner> {
    const known = this.signers.get(vkey);
    if (known !== undefined) return known;
    const signer = (await this.ownKeys(origin)).find((own) => own.vkey === vkey);
    if (signer === undefined) throw new CannotSign('The signing key is not the key of this log.');
    this.signers.set(vkey, signer);
    return signer;
  }

  private async ownKeys(origin: string): Promise<NoteSigner[]> {
    const seeds = await loadSigningSeeds(this.folder, this.environment.registrySigningKey);
    return seeds.map((seed) => noteSigner(origin, seed));
  }
}
