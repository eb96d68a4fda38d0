/**
 * The health of a source as a value. What happened is kept as a {@link SourceRecord}; the state that
 * people see follows from it and the clock:
 *
 * - `disabled` it cannot be asked, and the reason says what is missing;
 * - `unproven` nobody has seen its address answer, and it has not answered yet;
 * - `down` the last attempt failed, and the reason says how;
 * - `stale` it answers, but nothing new came for longer than is usual for it, or it was never asked;
 * - `quiet` an instrument that answers and does not move: nothing happened, nothing is wrong;
 * - `ok` otherwise.
 */
import { HOUR_MS, MINUTE_MS } from '../platform/common/durations';
import { cut, oneLine } from '../platform/common/plain-text';
import { afterFailure, atInterval, isOpen, type BreakerPolicy } from '../platform/upstream/circuit-breaker';
import { EMPTY_STATE, type CollectState, type Source, type SourceKind } from './source';

export const SOURCE_STATES = ['ok', 'quiet', 'stale', 'unproven', 'down', 'disabled'] as const;

export type SourceStateName = (typeof SOURCE_STATES)[number];

/** What is stored of a source. Instants are UTC milliseconds, 0 where nothing happened yet. */
export interface SourceRecord {
  readonly id: string;
  readonly collect: CollectState;
  readonly lastAttemptAt: number;
  readonly lastSuccessAt: number;
  /** When an item of it was last stored for the first time. */
  readonly lastNewItemAt: number;
  /** Event time of its newest item. */
  readonly newestItemAt: number;
  /** Failures since the last success. */
  readonly failures: number;
  /** When the first of these failures happened. */
  readonly downSince: number;
  /** Not asked before this instant. */
  readonly nextTryAt: number;
  /** Until when its upstream itself asked to be left alone. */
  readonly askedUntil: number;
  /** Why the last attempt failed; null after a success. */
  readonly reason: string | null;
}

/** A source that was never asked. */
export const newRecord = (id: string): SourceRecord => ({
  id,
  collect: EMPTY_STATE,
  lastAttemptAt: 0,
  lastSuccessAt: 0,
  lastNewItemAt: 0,
  newestItemAt: 0,
  failures: 0,
  downSince: 0,
  nextTryAt: 0,
  askedUntil: 0,
  reason: null,
});

/**
 * Two failures are forgiven with a try at each tick; then the pauses grow to 36 ticks, six hours. A source
 * that comes back is noticed within these, and one that is gone for good costs four requests a day.
 */
const POLICY: BreakerPolicy = { tolerated: 2, baseMs: 40 * MINUTE_MS, capMs: 6 * HOUR_MS };

const REASON_LENGTH_MAX = 300;

export const recordSuccess = (
  record: SourceRecord,
  collected: {
    readonly now: number;
    readonly collect: CollectState;
    readonly newItems: number;
    /** Event time of the newest item of this answer, or null when it held none. */
    readonly newestItemAt: number | null;
  },
): SourceRecord => ({
  ...record,
  collect: collected.collect,
  lastAttemptAt: collected.now,
  lastSuccessAt: collected.now,
  lastNewItemAt: collected.newItems > 0 ? collected.now : record.lastNewItemAt,
  newestItemAt: Math.max(record.newestItemAt, collected.newestItemAt ?? 0),
  failures: 0,
  downSince: 0,
  nextTryAt: 0,
  askedUntil: 0,
  reason: null,
});

/** What every failure leaves, whatever is made of the next try. */
export const noteFailure = (record: SourceRecord, reason: string, now: number): SourceRecord => ({
  ...record,
  lastAttemptAt: now,
  failures: record.failures + 1,
  downSince: record.failures === 0 ? now : record.downSince,
  reason: cut(oneLine(reason), REASON_LENGTH_MAX),
});

export interface Failure {
  readonly reason: string;
  readonly now: number;
  /** Uniform in [0, 1). */
  readonly random: number;
  /** How long the upstream asked to be left alone, or null. */
  readonly askedMs: number | null;
  /** Milliseconds from one tick to the next. */
  readonly intervalMs: number;
  /** Whether it is to rest after failures, or only as long as its upstream asked for. */
  readonly resting: boolean;
}

export const recordFailure = (
  record: SourceRecord,
  { reason, now, random, askedMs, intervalMs, resting }: Failure,
): SourceRecord => {
  const policy = atInterval(POLICY, intervalMs);
  const { openUntil } = afterFailure(breakerOf(record), policy, now, random, askedMs);
  const askedUntil = askedMs === null ? 0 : now + askedMs;
  return { ...noteFailure(record, reason, now), nextTryAt: resting ? openUntil : askedUntil, askedUntil };
};

const breakerOf = ({ failures, lastAttemptAt, nextTryAt }: SourceRecord) => ({
  failures,
  failedAt: lastAttemptAt,
  openUntil: nextTryAt,
});

/**
 * Whether it is time to ask the source again.
 *
 * @param resting whether the pauses after failures count, or only those that upstreams asked for
 */
export const isDue = (record: SourceRecord, now: number, resting = true): boolean =>
  !isOpen({ ...breakerOf(record), ...(resting ? {} : { openUntil: record.askedUntil }) }, now);

/** Fewer may be those of one host. */
const MANY_SOURCES = 10;
/** A few may seem to answer: what is on this machine, or a cache on the way. */
const NEARLY_ALL = 0.9;

/**
 * Whether nearly all sources failed when they were last asked. Then the fault is at our end of the line,
 * and nobody is spared by pauses, which would only delay the end of the outage, by hours after a long one.
 */
export const isOurOutage = (records: Iterable<SourceRecord>): boolean => {
  const asked = [...records].filter(({ lastAttemptAt }) => lastAttemptAt > 0);
  const failing = asked.filter(({ failures }) => failures > 0).length;
  return failing >= MANY_SOURCES && failing >= asked.length * NEARLY_ALL;
};

/**
 * The order in which sources are asked: those that worked last time before those that did not, and of
 * each those first that have waited longest, so that where time runs out every source has its turn.
 */
export const byTurn = (a: SourceRecord, b: SourceRecord): number =>
  a.failures - b.failures || a.lastAttemptAt - b.lastAttemptAt;

export interface SourceHealth {
  readonly state: SourceStateName;
  /** Why it is not `ok`; null when it is. */
  readonly reason: string | null;
  /** Seconds since the event time of its newest item, or null while it has none. */
  readonly lagSeconds: number | null;
}

/** @param disabledReason what its adapter says is missing, or null */
export const healthOf = (
  source: Pick<Source, 'staleAfterHours' | 'unproven' | 'note'> & { readonly kind?: SourceKind | 'exchange' },
  record: SourceRecord,
  disabledReason: string | null,
  now: number,
): SourceHealth => {
  const lagSeconds = record.newestItemAt === 0 ? null : Math.max(0, Math.floor((now - record.newestItemAt) / 1000));
  if (disabledReason !== null) return { state: 'disabled', reason: disabledReason, lagSeconds };
  const note = source.note ? ` ${source.note}` : '';
  if (source.unproven === true && record.lastSuccessAt === 0)
    return { state: 'unproven', reason: `${record.reason ?? 'Not asked yet'}.${note}`, lagSeconds };
  if (record.reason !== null)
    return { state: 'down', reason: note === '' ? record.reason : `${record.reason}.${note}`, lagSeconds };
  if (record.lastSuccessAt === 0) return { state: 'stale', reason: 'Not asked yet', lagSeconds };
  // An item of an instrument is a move: without one it is calm, and its answer shows that it lives.
  if (source.kind === 'quotes')
    return lagSeconds === null || lagSeconds > DAY_SECONDS
      ? { state: 'quiet', reason: 'Answers, and has not moved', lagSeconds }
      : { state: 'ok', reason: null, lagSeconds };
  // What was new to us may be years old: where items carry times, the newest of them decides.
  const newest = record.newestItemAt > 0 ? record.newestItemAt : record.lastNewItemAt;
  const quietHours = (now - newest) / HOUR_MS;
  if (quietHours > source.staleAfterHours) return { state: 'stale', reason: quietReason(record, source), lagSeconds };
  return { state: 'ok', reason: null, lagSeconds };
};

const DAY_SECONDS = 86_400;

const quietReason = (record: SourceRecord, source: Pick<Source, 'staleAfterHours'>): string =>
  record.lastNewItemAt === 0 && record.newestItemAt === 0
    ? 'Answers, but has never had an item'
    : `Answers, but nothing new for more than ${source.staleAfterHours} h`;
