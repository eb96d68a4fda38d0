/**
 * The health of a source as a value. Stored is a {@link SourceRecord}; the displayed state follows from it and the
 * clock:
 *
 * - `disabled` it cannot be polled, for the stated reason;
 * - `unproven` its address has not answered yet;
 * - `down` the last attempt failed;
 * - `stale` it answers, but without new items for longer than usual, or it was never polled;
 * - `quiet` an instrument that answers without a move, which is normal;
 * - `ok` otherwise.
 */
import { HOUR_MS, MINUTE_MS } from '../platform/common/durations';
import { cut, oneLine } from '../platform/common/plain-text';
import { afterFailure, atInterval, isOpen, type BreakerPolicy } from '../platform/upstream/circuit-breaker';
import { EMPTY_STATE, type CollectState, type Source, type SourceKind } from './source';

export const SOURCE_STATES = ['ok', 'quiet', 'stale', 'unproven', 'down', 'disabled'] as const;

export type SourceStateName = (typeof SOURCE_STATES)[number];

/** Stored state of a source. Instants are UTC milliseconds, 0 for never. */
export interface SourceRecord {
  readonly id: string;
  readonly collect: CollectState;
  readonly last_attempt_at: number;
  readonly last_success_at: number;
  /** When a new item of it was last stored. */
  readonly last_new_item_at: number;
  /** Event time of its newest item. */
  readonly newest_item_at: number;
  /** Failures since the last success. */
  readonly failures: number;
  /** When the first of these failures happened. */
  readonly down_since: number;
  /** Not polled before this instant. */
  readonly next_try_at: number;
  /** End of the pause requested by the upstream itself. */
  readonly asked_until: number;
  /** Null after a success. */
  readonly reason: string | null;
}

export const newRecord = (id: string): SourceRecord => ({
  id,
  collect: EMPTY_STATE,
  last_attempt_at: 0,
  last_success_at: 0,
  last_new_item_at: 0,
  newest_item_at: 0,
  failures: 0,
  down_since: 0,
  next_try_at: 0,
  asked_until: 0,
  reason: null,
});

/** Two retries at the next tick, then pauses up to 36 ticks (six hours): four requests a day for a dead source. */
const POLICY: BreakerPolicy = { tolerated: 2, baseMs: 40 * MINUTE_MS, capMs: 6 * HOUR_MS };

const REASON_LENGTH_MAX = 300;

export const recordSuccess = (
  record: SourceRecord,
  collected: {
    readonly now: number;
    readonly collect: CollectState;
    readonly newItems: number;
    /** Event time of the newest item of this response, or null without items. */
    readonly newestItemAt: number | null;
  },
): SourceRecord => ({
  ...record,
  collect: collected.collect,
  last_attempt_at: collected.now,
  last_success_at: collected.now,
  last_new_item_at: collected.newItems > 0 ? collected.now : record.last_new_item_at,
  newest_item_at: Math.max(record.newest_item_at, collected.newestItemAt ?? 0),
  failures: 0,
  down_since: 0,
  next_try_at: 0,
  asked_until: 0,
  reason: null,
});

/** The record after a failure, without the schedule of the retry. */
export const noteFailure = (record: SourceRecord, reason: string, now: number): SourceRecord => ({
  ...record,
  last_attempt_at: now,
  failures: record.failures + 1,
  down_since: record.failures === 0 ? now : record.down_since,
  reason: cut(oneLine(reason), REASON_LENGTH_MAX),
});

export interface Failure {
  readonly reason: string;
  readonly now: number;
  /** Uniform in [0, 1). */
  readonly random: number;
  /** Pause requested by the upstream, or null. */
  readonly askedMs: number | null;
  readonly intervalMs: number;
  /** Whether to pause after failures, or only as the upstream requested. */
  readonly resting: boolean;
}

export const recordFailure = (
  record: SourceRecord,
  { reason, now, random, askedMs, intervalMs, resting }: Failure,
): SourceRecord => {
  const policy = atInterval(POLICY, intervalMs);
  const { openUntil } = afterFailure(breakerOf(record), policy, now, random, askedMs);
  const askedUntil = askedMs === null ? 0 : now + askedMs;
  return {
    ...noteFailure(record, reason, now),
    next_try_at: resting ? openUntil : askedUntil,
    asked_until: askedUntil,
  };
};

const breakerOf = ({ failures, last_attempt_at: lastAttemptAt, next_try_at: nextTryAt }: SourceRecord) => ({
  failures,
  failedAt: lastAttemptAt,
  openUntil: nextTryAt,
});

/**
 * Whether the source is due.
 *
 * @param resting whether pauses after failures count, or only those requested by upstreams
 */
export const isDue = (record: SourceRecord, now: number, resting = true): boolean =>
  !isOpen({ ...breakerOf(record), ...(resting ? {} : { openUntil: record.asked_until }) }, now);

/** Fewer may be on one host. */
const MANY_SOURCES = 10;
/** A few may still answer, from this machine or a cache. */
const NEARLY_ALL = 0.9;

/** Whether nearly all sources failed last time: the fault is ours, and pauses would only delay the recovery. */
export const isOurOutage = (records: Iterable<SourceRecord>): boolean => {
  const asked = [...records].filter(({ last_attempt_at: lastAttemptAt }) => lastAttemptAt > 0);
  const failing = asked.filter(({ failures }) => failures > 0).length;
  return failing >= MANY_SOURCES && failing >= asked.length * NEARLY_ALL;
};

/** Polling order: last successful first, then longest waiting, so that every source gets its turn. */
export const byTurn = (a: SourceRecord, b: SourceRecord): number =>
  a.failures - b.failures || a.last_attempt_at - b.last_attempt_at;

export interface SourceHealth {
  readonly state: SourceStateName;
  /** Null when `ok`. */
  readonly reason: string | null;
  /** Seconds since the event time of its newest item; null without items. */
  readonly lagSeconds: number | null;
}

/** @param disabledReason of its adapter, or null */
export const healthOf = (
  source: Pick<Source, 'staleAfterHours' | 'unproven' | 'note'> & { readonly kind?: SourceKind | 'exchange' },
  record: SourceRecord,
  disabledReason: string | null,
  now: number,
): SourceHealth => {
  const lagSeconds = record.newest_item_at === 0 ? null : Math.max(0, Math.floor((now - record.newest_item_at) / 1000));
  if (disabledReason !== null) return { state: 'disabled', reason: disabledReason, lagSeconds };
  const note = source.note ? ` ${source.note}` : '';
  if (source.unproven === true && record.last_success_at === 0)
    return { state: 'unproven', reason: `${record.reason ?? 'Not asked yet'}.${note}`, lagSeconds };
  if (record.reason !== null)
    return { state: 'down', reason: note === '' ? record.reason : `${record.reason}.${note}`, lagSeconds };
  if (record.last_success_at === 0) return { state: 'stale', reason: 'Not asked yet', lagSeconds };
  // An instrument's items are moves: none means calm, and a response shows that it works.
  if (source.kind === 'quotes')
    return lagSeconds === null || lagSeconds > DAY_SECONDS
      ? { state: 'quiet', reason: 'Answers, and has not moved', lagSeconds }
      : { state: 'ok', reason: null, lagSeconds };
  // Items new to us may be years old: if they have times, the newest one counts.
  const newest = record.newest_item_at > 0 ? record.newest_item_at : record.last_new_item_at;
  const quietHours = (now - newest) / HOUR_MS;
  if (quietHours > source.staleAfterHours) return { state: 'stale', reason: quietReason(record, source), lagSeconds };
  return { state: 'ok', reason: null, lagSeconds };
};

const DAY_SECONDS = 86_400;

const quietReason = (record: SourceRecord, source: Pick<Source, 'staleAfterHours'>): string =>
  record.last_new_item_at === 0 && record.newest_item_at === 0
    ? 'Answers, but has never had an item'
    : `Answers, but nothing new for more than ${source.staleAfterHours} h`;
