import { Inject, Injectable } from '@nestjs/common';
import { present } from '../platform/common/assert';
import { canonicalJson } from '../platform/common/canonical-json';
import { CLOCK, type Clock } from '../platform/common/clock';
import { embeddedListOf } from '../platform/common/foreign-json';
import { databaseFailure } from '../platform/common/database-failure';
import { isDiskFailure } from '../platform/common/disk-failure';
import { ProblemException, notFound } from '../platform/http/problem';
import { isSha256Hex, sha256Hex } from '../platform/common/sha256';
import { MICROS_PER_DAY, startOfDay, utcDate } from '../platform/common/utc-time';
import { CheckpointService } from './log/checkpoint.service';
import { dayFileText } from './log/day-file';
import { DayFileStore } from './log/day-file.store';
import { firstBrokenLink, GENESIS_HASH, type ChainLink } from './proofs/hash-chain';
import { recordText } from './log/log-record';
import { verifyConsistency, verifyInclusion } from './proofs/merkle-proof';
import { planConsistency, planInclusion, rootOf, type ProofPlan } from './proofs/merkle-tree';
import { offlineProof } from './proofs/offline-proof';
import type { ProvenDocuments } from './proofs/proven-documents';
import { OutsideClockRepository } from './clocks/outside-clock.repository';
import { PublicCopyService } from './copies/public-copy.service';
import { isDocumentId } from './registry-path';
import { CannotSign, RegistryDegraded, RegistryStateService } from './registry-state.service';
import { nodeKey, RegistryRepository, type LogHead } from './registry.repository';
import { isComplete, readServedBundle, servedCopy, wordsHold } from './copies/served-document';
import { verifyCheckpoint } from './proofs/signed-note';
import { entryBundle, TILE_WIDTH, type TilePlace } from './proofs/tile';

/** Text of a public file; immutable if it will never change. */
interface PublicFile {
  readonly text: string;
  readonly immutable: boolean;
}

/** A served bundle. Its tag is its SHA-256 in the log, if the bundle is complete. */
interface BundleFile extends PublicFile {
  readonly tag?: string;
}

/** The hash identifies a complete response; texts served with a bundle may still be withdrawn later. */
const bundleFile = (text: string): BundleFile | null => {
  const read = readServedBundle(text);
  if (read === null || !wordsHold(read)) return null;
  return isComplete(read) ? { text, immutable: read.words === null, tag: read.sha256 } : { text, immutable: false };
};

/** How long to wait for the graph when a copy on disk exists. */
const GRAPH_PATIENCE_MS = 2_000;

/** Read access to the registry. Sealed files come from verified copies on disk, readable while the graph is down. */
@Injectable()
export class RegistryReader {
  constructor(
    private readonly repository: RegistryRepository,
    private readonly checkpoints: CheckpointService,
    private readonly copies: PublicCopyService,
    private readonly store: DayFileStore,
    private readonly state: RegistryStateService,
    private readonly clocks: OutsideClockRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async index(): Promise<PublicFile> {
    const text = await this.freshOrCopy(
      () => this.copies.indexText(),
      () => this.indexCopy(),
    );
    return { text, immutable: false };
  }

  /** The current signed head of the log, with its cosignatures. */
  async checkpoint(): Promise<PublicFile> {
    const text = await this.freshOrCopy(
      async () => {
        const head = await this.head();
        const root = rootOf(head.frontier);
        const lines = await this.clocks.linesAt(head.tree_size, root);
        const note = (await this.signed(head, head.tree_size, root)) + lines.join('');
        if ((await this.store.checkpoint.read()) !== note)
          // The copy serves while the graph is down; this response does not need it.
          await this.store.checkpoint.write(note).catch(passOverFullDisk);
        return note;
      },
      () => this.checkpointCopy(),
    );
    return { text, immutable: false };
  }

  /** The public key that signs checkpoints, as a C2SP verifier key and a newline. */
  async vkey(): Promise<PublicFile> {
    return { text: `${(await this.head()).vkey}\n`, immutable: false };
  }

  /** The file of a day, sealed or open; with `size` its state at that many records. */
  async dayFile(date: string, size: number | null): Promise<PublicFile> {
    if (size !== null) return { text: await this.openDay(date, size), immutable: true };
    const copy = await this.sealedCopy(date);
    if (copy !== null) return { text: copy, immutable: true };
    const sealed = await this.repository.getDay(date);
    if (sealed !== null) {
      await this.copies.mend(date, this.store.day(date), sealed.text);
      return { text: sealed.text, immutable: true };
    }
    return { text: await this.openDay(date, null), immutable: false };
  }

  async inclusionProof(sha256: string): Promise<PublicFile> {
    const record = await this.repository.getRecord(sha256);
    if (record === null) throw notFound('No record has this SHA-256.');
    const head = await this.head();
    const proof = {
      leafIndex: record.leaf_index,
      treeSize: head.tree_size,
      leafHash: record.leaf_hash,
      rootHash: rootOf(head.frontier),
      path: await this.path(planInclusion(record.leaf_index, head.tree_size)),
    };
    this.insist(verifyInclusion(proof));
    const text = canonicalJson({
      sha256,
      leaf_index: proof.leafIndex,
      leaf_hash: proof.leafHash,
      tree_size: proof.treeSize,
      root_hash: proof.rootHash,
      inclusion_path: proof.path,
      checkpoint: await this.signed(head, proof.treeSize, proof.rootHash),
    });
    return { text, immutable: false };
  }

  async offlineProof(leafIndex: number): Promise<string> {
    const head = await this.head();
    const [record] = leafIndex < head.tree_size ? await this.repository.listRecords(leafIndex, 1) : [];
    if (record === undefined) throw notFound(`The log has ${head.tree_size} records.`);
    const seen = await this.clocks.newestCosignedHead(leafIndex);
    // A witness may have seen more records than a restored backup has.
    const treeSize = seen !== null && seen.tree_size <= head.tree_size ? seen.tree_size : head.tree_size;
    const rootHash = await this.rootAt(treeSize);
    const path = await this.path(planInclusion(leafIndex, treeSize));
    this.insist(verifyInclusion({ leafIndex, treeSize, leafHash: record.leaf_hash, rootHash, path }));
    const lines = await this.clocks.linesAt(treeSize, rootHash);
    return offlineProof(leafIndex, path, (await this.signed(head, treeSize, rootHash)) + lines.join(''));
  }

  /** Path from a record to the root of an earlier tree of the log, 64 hex digits each. */
  async pathIn(leafIndex: number, treeSize: number): Promise<string[]> {
    return this.path(planInclusion(leafIndex, treeSize));
  }

  /** Documents of these ids in log order, each with a proof in the same tree. */
  async proven(ids: readonly string[]): Promise<ProvenDocuments> {
    const logged = await this.repository.listLogged(ids);
    // Read after the records, so that the tree includes them.
    const head = await this.head();
    const rootHash = rootOf(head.frontier);
    const plans = logged.map(({ record }) => planInclusion(record.leaf_index, head.tree_size));
    const nodes = await this.repository.nodes(plans.flatMap((plan) => [...plan.nodes]));
    const documents = logged.map(({ record, text }, index) => {
      const path = present(plans[index], 'plan').path((node) => present(nodes.get(nodeKey(node)), 'tree node'));
      const { leaf_index: leafIndex, leaf_hash: leafHash, ...members } = record;
      this.insist(verifyInclusion({ leafIndex, treeSize: head.tree_size, leafHash, rootHash, path }));
      return { record: members, leafIndex, text, inclusionPath: path };
    });
    const checkpoint = await this.signed(head, head.tree_size, rootHash);
    return { treeSize: head.tree_size, rootHash, checkpoint, documents };
  }

  /** The proven document of an id or SHA-256; null when there is no record of it. */
  async lookUp(name: string): Promise<ProvenDocuments | null> {
    const id = isSha256Hex(name) ? (await this.repository.getRecord(name))?.id : name;
    const [logged] = id === undefined ? [] : await this.repository.listLogged([id]);
    return logged === undefined ? null : this.proven([logged.record.id]);
  }

  /** The proven record of a forecast. @throws ProblemException not-found */
  async forecast(id: string): Promise<ProvenDocuments & { readonly forecast: ProvenDocuments['documents'][number] }> {
    const found = isDocumentId(id) ? await this.lookUp(id) : null;
    const [forecast] = found?.documents ?? [];
    if (found === null || forecast?.record.kind !== 'bundle') throw notFound('No forecast of this log has this id.');
    return { ...found, forecast };
  }

  /** Proof that the log of `first` records is a prefix of the log of `second`. */
  async consistencyProof(first: number, second: number): Promise<PublicFile> {
    const head = await this.head();
    if (second > head.tree_size) throw notFound(`The log has ${head.tree_size} records.`);
    const proof = {
      first,
      second,
      root1: await this.rootAt(first),
      root2: await this.rootAt(second),
      path: await this.path(planConsistency(first, second)),
    };
    this.insist(verifyConsistency(proof));
    return { text: canonicalJson(proof), immutable: true };
  }

  /** A replay bundle as served, `{"bundle":…,"sha256":"…"}`. */
  async bundle(id: string): Promise<BundleFile> {
    const file = this.store.document(id);
    const copy = isDocumentId(id) ? await file.read() : null;
    const copied = copy === null ? null : bundleFile(copy);
    if (copied !== null) return copied;
    const document = await this.repository.getDocument(id);
    if (document?.kind !== 'bundle') throw notFound('No replay bundle has this id.');
    const text = servedCopy(document);
    if (copy !== null) await this.copies.mend(id, file, text);
    // A stored text with a wrong hash is served unchanged: verifiers will see the difference.
    return bundleFile(text) ?? { text, immutable: false };
  }

  async document(sha256: string): Promise<PublicFile> {
    const text = await this.repository.getDocumentOf(sha256);
    if (text === null) throw notFound('No record has this SHA-256.');
    if (sha256Hex(text) !== sha256)
      throw notFound('Words were withdrawn from this document, which has another hash since then.');
    return { text, immutable: true };
  }

  /** The hashes of a tile, level `level` of C2SP tlog-tiles, 32 bytes each. */
  async tile(level: number, { index, width }: TilePlace): Promise<Buffer> {
    await this.requireTile(level, { index, width });
    const wanted = Array.from({ length: width }, (_, at) => ({ level: 8 * level, index: index * TILE_WIDTH + at }));
    const nodes = await this.repository.nodes(wanted);
    this.insist(wanted.every((node) => nodes.has(nodeKey(node))));
    return Buffer.from(wanted.map((node) => nodes.get(nodeKey(node)) ?? '').join(''), 'hex');
  }

  /** The records of the leaves of a tile of level 0, as an entry bundle. */
  async entries(place: TilePlace): Promise<Buffer> {
    await this.requireTile(0, place);
    const records = await this.repository.listRecords(place.index * TILE_WIDTH, place.width);
    return entryBundle(records.map(recordText));
  }

  private async requireTile(level: number, { index, width }: TilePlace): Promise<void> {
    const { tree_size: treeSize } = await this.head();
    if (index * TILE_WIDTH + width > Math.floor(treeSize / TILE_WIDTH ** level))
      throw notFound(`The log has ${treeSize} records: it has no such tile yet.`);
  }

  private async openDay(date: string, size: number | null): Promise<string> {
    const head = await this.head();
    const last = head.last_made_at?.slice(0, 10) ?? head.genesis_date;
    const today = utcDate(this.clock.nowMicros());
    if (date < head.genesis_date || date > (last > today ? last : today)) {
      throw notFound(`The registry has no day ${date}.`);
    }
    const prevHash = await this.hashBefore(head, date);
    if (size !== null && prevHash === null) {
      throw new ProblemException('unavailable', { detail: 'The day before is being sealed.', retryAfterSeconds: 10 });
    }
    const { records, firstLeafIndex } = await this.repository.reading(async (tx) => ({
      records: await this.repository.listDayRecords(tx, date, size ?? undefined),
      firstLeafIndex: await this.repository.firstLeafIndex(tx, date),
    }));
    if (size !== null && records.length < size) {
      throw notFound(`The day ${date} has ${records.length} records.`);
    }
    const treeSize = firstLeafIndex + records.length;
    const rootHash = await this.rootAt(treeSize);
    return dayFileText({
      origin: head.origin,
      date,
      prev_hash: prevHash,
      first_leaf_index: firstLeafIndex,
      records,
      root_hash: rootHash,
      checkpoint: await this.signed(head, treeSize, rootHash),
      coverage: null,
    });
  }

  private async hashBefore(head: LogHead, date: string): Promise<string | null> {
    if (date === head.genesis_date) return GENESIS_HASH;
    const before = (startOfDay(date) - startOfDay(head.genesis_date)) / MICROS_PER_DAY - 1;
    const [entry] = await this.repository.listChain(before, 1);
    return entry?.combined_hash ?? null;
  }

  /** The copy of a sealed day, if it has the hash in the copied index. */
  private async sealedCopy(date: string): Promise<string | null> {
    const [copy, index] = await Promise.all([this.store.day(date).read(), this.indexCopy()]);
    if (copy === null || index === null) return null;
    const entry = readChain(index)?.find((candidate) => candidate.date === date);
    return entry?.day_sha256 === sha256Hex(copy) ? copy : null;
  }

  private async indexCopy(): Promise<string | null> {
    const text = await this.store.index.read();
    const chain = text === null ? null : readChain(text);
    return chain !== null && firstBrokenLink(chain) === null ? text : null;
  }

  /** The copy of the checkpoint, if signed by this log's key. */
  private async checkpointCopy(): Promise<string | null> {
    const note = await this.store.checkpoint.read();
    if (note === null) return null;
    const origin = note.slice(0, note.indexOf('\n'));
    // Works with a damaged key or without the graph, but not both.
    const signed = await this.checkpoints
      .hasSigned(note, origin)
      .catch(async () => verifyCheckpoint(note, (await this.head()).vkey).ok);
    return signed ? note : null;
  }

  /** UTC day on which the log begins; null before it has. */
  async firstDay(): Promise<string | null> {
    return (await this.repository.getHead())?.genesis_date ?? null;
  }

  private async head(): Promise<LogHead> {
    const head = await this.repository.getHead();
    if (head === null) throw notFound('The log has not begun.');
    return head;
  }

  private async rootAt(size: number): Promise<string> {
    const root = await this.checkpoints.rootAt(size);
    this.insist(root !== null);
    return root ?? '';
  }

  private async path(plan: ProofPlan): Promise<string[]> {
    const path = await this.repository.pathOf(plan);
    this.insist(path !== null);
    return path ?? [];
  }

  private async signed(head: LogHead, treeSize: number, rootHash: string): Promise<string> {
    try {
      return await this.checkpoints.sign(head.origin, treeSize, rootHash);
    } catch (error) {
      if (error instanceof RegistryDegraded) throw unavailable(error.message, error);
      throw error;
    }
  }

  /** Refuses to serve a proof that does not verify: the stored data is damaged. */
  private insist(holds: boolean): void {
    if (holds) return;
    this.state.setCorrupt('Stored nodes of the Merkle tree do not verify.');
    throw unavailable('The stored log does not verify; nothing is signed until it does.');
  }

  /**
   * The result of the graph, or the copy on disk when the graph is down or slow, the disk is full, or signing fails.
   */
  private async freshOrCopy(fresh: () => Promise<string>, copy: () => Promise<string | null>): Promise<string> {
    const answer = fresh();
    const late = new Promise<null>((resolve) => setTimeout(resolve, GRAPH_PATIENCE_MS, null).unref());
    try {
      const text = await Promise.race([answer, late]);
      if (text !== null) return text;
    } catch (error) {
      const passes = databaseFailure(error) !== null || isDiskFailure(error) || cannotSign(error);
      const text = passes ? await copy() : null;
      if (text === null) throw error;
      return text;
    }
    return (await copy()) ?? answer;
  }
}

const cannotSign = (error: unknown): boolean =>
  error instanceof ProblemException && error.options.cause instanceof CannotSign;

const readChain = (index: string): ChainLink[] | null => embeddedListOf(index) as ChainLink[] | null;

const passOverFullDisk = (error: unknown): void => {
  if (!isDiskFailure(error)) throw error;
};

const unavailable = (detail: string, cause?: unknown): ProblemException =>
  new ProblemException('unavailable', { detail, retryAfterSeconds: 60, cause });
