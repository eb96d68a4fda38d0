/**
 * The health of a source as a value. What happened is kept as a {@link SourceRecord}; the state that
 * people see follows from it and the clock:
 *
 * - `disabled` it cannot be asked, and the reason says what is missing;
 * - `down` the last attempt failed, and the reason says how;
 * - `stale` it answers, but nothing new came for longer than is usual for it, or it was never asked;
 * - `ok` otherwise.
 */
import { HOUR_MS, MINUTE_MS } from '../common/durations';
import { afterFailure, type BreakerPolicy } from '../upstream/circuit-breaker';
import { EMPTY_STATE, type CollectState, type Source } from './source';

export const SOURCE_STATES = ['ok', 'stale', 'down', 'disabled'] as const;

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
  reason: null,
});

/**
 * Two failures are forgiven with a try at each tick; then the pauses grow to six hours. A source that
 * comes back is therefore noticed within six hours, and one that is gone for good costs four requests a day.
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
  reason: null,
});

/** What every failure leaves, whatever is made of the next try. */
export const noteFailure = (record: SourceRecord, reason: string, now: number): SourceRecord => ({
  ...record,
  lastAttemptAt: now,
  failures: record.failures + 1,
  downSince: record.failures === 0 ? now : record.downSince,
  reason: reason.replace(/\s+/g, ' ').slice(0, REASON_LENGTH_MAX),
});

/**
 * @param random uniform in [0, 1)
 * @param askedMs how long the upstream asked to be left alone, or null
 */
export const recordFailure = (
  record: SourceRecord,
  reason: string,
  now: number,
  random: number,
  askedMs: number | null,
): SourceRecord => {
  const breaker = { failures: record.failures, openUntil: record.nextTryAt };
  const { openUntil } = afterFailure(breaker, POLICY, now, random, askedMs);
  return { ...noteFailure(record, reason, now), nextTryAt: openUntil };
};

/** Whether it is time to ask the source again. */
export const isDue = (record: SourceRecord, now: number): boolean => now >= record.nextTryAt;

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
  source: Pick<Source, 'staleAfterHours'>,
  record: SourceRecord,
  disabledReason: string | null,
  now: number,
): SourceHealth => {
  const lagSeconds =
    record.newestItemAt === 0 ? null : Math.max(0, Math.floor((now - record.newestItemAt) / 1000));
  if (disabledReason !== null) return { state: 'disabled', reason: disabledReason, lagSeconds };
  if (record.reason !== null) return { state: 'down', reason: record.reason, lagSeconds };
  if (record.lastSuccessAt === 0) return { state: 'stale', reason: 'Not asked yet', lagSeconds };
  const quietHours = (now - Math.max(record.lastNewItemAt, record.newestItemAt)) / HOUR_MS;
  if (quietHours > source.staleAfterHours)
    return { state: 'stale', reason: quietReason(record, source), lagSeconds };
  return { state: 'ok', reason: null, lagSeconds };
};

const quietReason = (record: SourceRecord, source: Pick<Source, 'staleAfterHours'>): string =>
  record.lastNewItemAt === 0 && record.newestItemAt === 0
    ? 'Answers, but has never had an item'
    : `Answers, but nothing new for more than ${source.staleAfterHours} h`;
