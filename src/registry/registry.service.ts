import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock } from '../platform/common/clock';
import { Metrics } from '../platform/common/metrics.service';
import { formatMicros, MICROS_PER_SECOND, nextDate, startOfDay, utcDate } from '../platform/common/utc-time';
import type { GraphTransaction } from '../platform/graph/graph.service';
import { CheckpointService } from './log/checkpoint.service';
import { dayFileText } from './log/day-file';
import { GENESIS_HASH, linkDay } from './proofs/hash-chain';
import { LogAppender, type Grown } from './log/log-appender.service';
import { PublicCopyService } from './copies/public-copy.service';
import { RegistryStateService } from './registry-state.service';
import { RegistryRepository, type ChainEntry, type LogHead } from './registry.repository';
import { sealRequest } from './log/seal';
import { StoredChainCheck } from './log/stored-chain-check.service';

/** A day is sealed this long after midnight, so that appends begun before it have ended. */
export const SEAL_DELAY_MICROS = 5 * MICROS_PER_SECOND;

/** Maximum time between checks of the stored chain; sealing a day triggers one earlier. */
const CHECK_INTERVAL_MICROS = 25 * 3_600 * MICROS_PER_SECOND;

/** Appends come in bursts: their copies on disk are batched. */
const COPY_DELAY_MS = 250;

const ALREADY_SEALED = 'Neo.ClientError.Schema.ConstraintValidationFailed';

/**
 * Lifecycle of the log: start, sealing of days in order, and checks of the stored data at the start, after every seal
 * and after 25 hours without one. {@link RegistryService.maintain} is called every few minutes.
 */
@Injectable()
export class RegistryService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Registry');
  private opening: Promise<void> | null = null;
  private begun = false;
  private stopping = false;
  private checkedAt: number | null = null;
  private copying: NodeJS.Timeout | null = null;

  constructor(
    private readonly repository: RegistryRepository,
    private readonly checkpoints: CheckpointService,
    private readonly appender: LogAppender,
    private readonly check: StoredChainCheck,
    private readonly copies: PublicCopyService,
    private readonly state: RegistryStateService,
    private readonly metrics: Metrics,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Checks the stored data while the service starts. Commands that append or seal check it themselves. */
  openInBackground(): void {
    this.open().catch((error: unknown) => {
      this.warn('Not opened yet', error);
    });
  }

  /** Finishes running copies; a check of the stored chain is not awaited. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    if (this.copying !== null) this.copyNow();
    await this.copies.idle();
  }

  /** Checks the stored data once; again when the graph could not be read. */
  async open(): Promise<void> {
    this.opening ??= this.examine().catch((error: unknown) => {
      this.opening = null;
      throw error;
    });
    await this.opening;
  }

  async begin(): Promise<void> {
    if (this.begun) return;
    if ((await this.repository.getHead()) === null) {
      this.state.requireSound();
      const origin = this.checkpoints.configuredOrigin;
      await this.checkpoints.beginLog(origin);
      const vkey = await this.checkpoints.vkey(origin);
      await this.repository.createLog({ origin, vkey, genesis_date: utcDate(this.clock.nowMicros()) }, GENESIS_HASH);
    }
    this.begun = true;
  }

  /** Reason to refuse appends to this head, or null. A head older than the signed one is refused. */
  async refusalOf(head: LogHead): Promise<string | null> {
    const signed = await this.checkpoints.signedSize();
    if (head.tree_size >= signed) return null;
    const reason = `The database holds ${head.tree_size} records, fewer than the ${signed} already signed: it was put back to an older state.`;
    this.state.setDoubt(reason);
    return reason;
  }

  /** Runs periodic work in order; safe to call often and from several processes. */
  async maintain(): Promise<readonly string[]> {
    await this.open();
    if (this.state.faulty || this.checkIsDue()) await this.examine();
    if (this.state.current().degraded) return [];
    await this.begin();
    const sealed = await this.sealDue();
    await this.copies.copyPending();
    return sealed;
  }

  /** Seals every completed day, oldest first, and returns the days sealed by this call. @throws RegistryDegraded */
  async sealDue(): Promise<readonly string[]> {
    await this.open();
    const sealed: string[] = [];
    for (;;) {
      this.state.requireSound();
      const head = await this.repository.getHead();
      if (head === null) return sealed;
      const date = nextToSeal(head);
      if (this.clock.nowMicros() < startOfDay(nextDate(date)) + SEAL_DELAY_MICROS) break;
      if (await this.seal(date)) sealed.push(date);
    }
    if (sealed.length > 0) {
      await this.examine();
      await this.copies.copyPending();
    }
    return sealed;
  }

  async isSealed(date: string): Promise<boolean> {
    return (await this.repository.getDay(date)) !== null;
  }

  changed(): void {
    this.copying ??= setTimeout(() => {
      this.copyNow();
    }, COPY_DELAY_MS).unref();
  }

  private copyNow(): void {
    if (this.copying !== null) clearTimeout(this.copying);
    this.copying = null;
    this.copies.copyDocumentsPending().catch((error: unknown) => {
      this.warn('Copies are late', error);
    });
  }

  private async seal(date: string): Promise<boolean> {
    try {
      const done = await this.repository.withHead((tx, head) => this.sealWith(tx, head, date));
      if (done === null) return false;
      this.metrics.seals.inc({ result: 'ok' });
      if (done.head !== null) await this.checkpoints.sign(done.head.origin, done.head.size, done.head.root);
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === ALREADY_SEALED) return false;
      this.metrics.seals.inc({ result: 'failed' });
      throw error;
    }
  }

  /** The day's file, its link, and the record of both; null when another day is next. */
  private async sealWith(tx: GraphTransaction, head: LogHead, date: string): Promise<Grown | null> {
    if (nextToSeal(head) !== date) return null;
    const stored = await this.repository.listDayRecords(tx, date);
    const firstLeafIndex = await this.repository.firstLeafIndex(tx, date);
    const treeSize = firstLeafIndex + stored.length;
    const rootHash = await this.checkpoints.rootAt(treeSize);
    if (rootHash === null || stored.some((record, at) => record.leaf_index !== firstLeafIndex + at)) {
      this.state.setCorrupt(`The records of ${date} are not contiguous in the log.`);
      this.state.requireSound();
    }
    const root = rootHash ?? '';
    const { coverage, abandoned } = await this.repository.coverageOf(tx, date);
    const text = dayFileText({
      origin: head.origin,
      date,
      prev_hash: head.chain_head,
      first_leaf_index: firstLeafIndex,
      records: stored,
      root_hash: root,
      checkpoint: await this.checkpoints.sign(head.origin, treeSize, root),
      coverage,
    });
    const entry: ChainEntry = {
      ...linkDay(head.chain_head, date, text),
      seq: head.chain_length,
      n_records: stored.length,
      tree_size: treeSize,
      root_hash: root,
      anchored_at: formatMicros(this.clock.nowMicros()),
    };
    await this.repository.sealDay(tx, text, entry);
    return this.appender.add(tx, { ...head, sealed_date: date }, [sealRequest(entry, coverage, abandoned)]);
  }

  /** Recomputes all stored data and updates whether the registry may write. */
  private async examine(): Promise<void> {
    const head = await this.repository.getHead();
    const { problem } = head === null ? { problem: null } : await this.check.run();
    this.state.setCorrupt(problem);
    this.state.setDoubt(await this.checkpoints.doubtAboutHead());
    this.metrics.registryDays.set(head?.chain_length ?? 0);
    this.checkedAt = this.clock.nowMicros();
  }

  private warn(what: string, error: unknown): void {
    // Errors caused by the shutdown are expected.
    if (!this.stopping) this.logger.warn(`${what}: ${(error as Error).message}`);
  }

  private checkIsDue(): boolean {
    return this.checkedAt === null || this.clock.nowMicros() - this.checkedAt >= CHECK_INTERVAL_MICROS;
  }
}

const nextToSeal = (head: LogHead): string =>
  head.sealed_date === null ? head.genesis_date : nextDate(head.sealed_date);
