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

/**
 * Signs heads of the log, and only heads of one history: every head is proven consistent with the
 * largest one signed before, which is remembered outside the database.
 */
@Injectable()
export class CheckpointService {
  private readonly folder: string;
  private readonly guard: SignedHeadStore;
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
    return this.environment.registryOrigin ?? publicUrl(this.environment).replace(/^https?:\/\//, '');
  }

  /** Public key with which a log of this origin begins. @throws CannotSign */
  async vkey(origin: string): Promise<string> {
    return present((await this.ownKeys(origin))[0], 'signing key').vkey;
  }

  /** Whether a key that is kept here signed this checkpoint. */
  async hasSigned(note: string, origin: string): Promise<boolean> {
    return (await this.ownKeys(origin)).some(({ vkey }) => verifyCheckpoint(note, vkey).ok);
  }

  /**
   * The next key, made where none waits, and a note by the key of now and by the next one that names both.
   *
   * @throws CannotSign
   */
  async nextKey({ origin, vkey }: LogHead): Promise<{ readonly vkey: string; readonly note: string }> {
    const now = await this.signer(origin, vkey);
    let next = noteSigner(origin, await makeNextSeed(this.folder));
    if (next.vkey === vkey && (await this.vkey(origin)) === vkey) {
      // The operator has put it into REGISTRY_SIGNING_KEY since.
      await dropNextSeed(this.folder);
      next = noteSigner(origin, await makeNextSeed(this.folder));
    }
    return { vkey: next.vkey, note: signedBy([now, next], keyChangeText(origin, vkey, next.vkey)) };
  }

  /** After the log has named it: the next key takes the place of the one before, unless that is configured. */
  async takeNextKey(): Promise<void> {
    if (this.environment.registrySigningKey === null) await takeNextSeed(this.folder);
  }

  /** Why the head of the log must not be built upon, or null: another key or name, or an older history than signed. */
  async doubtAboutHead(): Promise<string | null> {
    try {
      const signed = await this.guard.read();
      this.last = signed;
      // Read later than what was signed: another process may append and sign in between.
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
    if (head.treeSize < signed.tree_size) {
      return `The database holds ${head.treeSize} records, fewer than the ${signed.tree_size} already signed: it was put back to an older state.`;
    }
    if ((await this.rootAt(signed.tree_size)) !== signed.root_hash) {
      return `The first ${signed.tree_size} records are not those that were signed.`;
    }
    return null;
  }

  /** Records in the largest head signed here. @throws CannotSign where that is not known */
  async signedSize(): Promise<number> {
    return (await this.lastSigned()).tree_size;
  }

  /** Remembers that a log begins here, of which nothing was signed: from now on the file must be there. */
  async beginLog(origin: string): Promise<void> {
    const begun = { origin, tree_size: 0, root_hash: EMPTY_ROOT };
    const stored = await this.guard.read();
    if (stored === null) await this.guard.writeFirst(begun);
    // A log was to begin under another name, and did not.
    else if (stored.tree_size === 0 && stored.origin !== origin) await this.guard.write(begun);
    this.last = null;
  }

  /**
   * Takes the head that the database has for the last that was signed, once it is shown to go on from a
   * checkpoint that this log's key signed.
   *
   * @param note the last checkpoint that was published, as far as the operator knows
   * @throws Error that says why the database does not go on from it
   */
  async confirm(note: string): Promise<SignedHead> {
    const head = present(await this.repository.getHead(), 'a log');
    const doubt = await this.doubtAboutName(head);
    if (doubt !== null) throw new Error(doubt);
    const read = verifyCheckpoint(note, head.vkey);
    if (!read.ok) throw new Error(`This is no checkpoint of ${head.origin}: ${read.reason}`);
    const { treeSize, rootHash } = read.checkpoint;
    const published = { origin: head.origin, tree_size: treeSize, root_hash: rootHash };
    const history = await this.doubtAboutHistory(head, published);
    if (history !== null) throw new Error(history);
    const now = { origin: head.origin, tree_size: head.treeSize, root_hash: rootOf(head.frontier) };
    await this.guard.write(now);
    this.last = now;
    return now;
  }

  /** The head signed last, as remembered here or in the file of another process. */
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
   * The signed note of a head. The same head gives the same bytes.
   *
   * @throws RegistryDegraded when the head does not belong to the history signed so far
   */
  async sign(origin: string, treeSize: number, rootHash: string): Promise<string> {
    const turn = this.queue.then(() => this.signNow({ origin, tree_size: treeSize, root_hash: rootHash }));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async signNow(head: SignedHead): Promise<string> {
    // Read here: the command that changes the key runs beside the service.
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

  /** Another process on the same folder may have signed more meanwhile: the larger head stays. */
  private async remember(head: SignedHead): Promise<void> {
    const stored = await this.guard.read();
    if (stored === null || stored.tree_size < head.tree_size) await this.guard.write(head);
    this.last = head;
  }

  private async sameHistory(one: SignedHead, other: SignedHead): Promise<boolean> {
    if (one.origin !== other.origin) return false;
    if (one.tree_size === 0) return true;
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

  /** The signer of a key of this log. @throws CannotSign where it is not kept here */
  private async signer(origin: string, vkey: string): Promise<NoteSigner> {
    const known = this.signers.get(vkey);
    if (known !== undefined) return known;
    const signer = (await this.ownKeys(origin)).find((own) => own.vkey === vkey);
    if (signer === undefined) throw new CannotSign('The signing key is not the key of this log.');
    this.signers.set(vkey, signer);
    return signer;
  }

  /** Read anew each time: the operator may have put a key back. */
  private async ownKeys(origin: string): Promise<NoteSigner[]> {
    const seeds = await loadSigningSeeds(this.folder, this.environment.registrySigningKey);
    return seeds.map((seed) => noteSigner(origin, seed));
  }
}
