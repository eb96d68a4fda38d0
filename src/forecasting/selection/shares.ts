/**
 * Shares a tick's calls between markets waiting longest, markets of a surge, and markets whose price moved. Pure.
 *
 * Half of a day's calls is reserved for waiting markets, as far as needed: what is left of that half is kept for
 * markets that become due before the day ends. Beyond their half they may use only the elapsed part of the day, so that
 * the morning does not spend the evening's calls. Of the rest, surges come first; price moves get what is left, at most
 * a quarter of the day, so that a volatile morning leaves calls for an alert in the evening.
 *
 * A call may answer several markets of one event. Each market keeps its own position; the first one takes the other due
 * ones along.
 */
import { DAY_MS, HOUR_MS } from '../../platform/common/durations';
import { waitingSince, type Candidate } from './candidate';
import { isShort, OVERDUE_REPEATS, type DueByTrigger, type SharedTrigger, type Wanted, type WhenRules } from './due';

export type UsedCalls = Readonly<Record<SharedTrigger, number>> & { readonly all: number };

export interface CallLimits {
  readonly perDay: number;
  /** Elapsed part of the UTC day, 0 to 1. */
  readonly dayPart: number;
  readonly perTick: number;
  readonly marketsPerCall: number;
}

const WAITING_SHARE = 0.5;
const MOVES_SHARE = 0.25;

/** Calls for markets that are due on schedule before the UTC day of `now` ends, including those due now. */
export const dueBeforeMidnight = (
  candidates: readonly Candidate[],
  now: number,
  rules: WhenRules,
  marketsPerCall: number,
): number => {
  const { minScore, repeatHours } = rules;
  const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  const due = candidates.filter((candidate) => {
    const { market } = candidate;
    const repeats = (market.confluence_score ?? 0) >= minScore ? 1 : OVERDUE_REPEATS;
    const dueFrom = isShort(candidate, now, rules) ? now : waitingSince(candidate) + repeats * repeatHours * HOUR_MS;
    const ends = Date.parse(market.deadline ?? market.resolves_at);
    return dueFrom < Math.min(midnight, Number.isNaN(ends) ? midnight : ends) && ends > now;
  });
  return callsFor(due, marketsPerCall);
};

const callsFor = (candidates: readonly Candidate[], marketsPerCall: number): number => {
  const ofEvent = new Map<unknown, number>();
  for (const candidate of candidates) {
    const event = eventOf(candidate) ?? candidate;
    ofEvent.set(event, (ofEvent.get(event) ?? 0) + 1);
  }
  return [...ofEvent.values()].reduce((sum, n) => sum + Math.ceil(n / marketsPerCall), 0);
};

/** The exchange's group of a market, or null. */
const eventOf = ({ market: { exchange, event } }: Candidate): string | null =>
  event === null || event === undefined ? null : `${exchange}|${event}`;

/**
 * The calls of this tick in order of execution, each on markets of one event of which the first is the trigger; and the
 * due markets without a call.
 *
 * @param used calls of the day so far
 * @param waitingToday see {@link dueBeforeMidnight}
 */
export const shareCalls = (due: DueByTrigger, used: UsedCalls, waitingToday: number, limits: CallLimits) => {
  let day = Math.max(0, limits.perDay - used.all);
  let tick = Math.min(limits.perTick, day);
  const keptBack = Math.max(0, Math.min(Math.ceil(limits.perDay * WAITING_SHARE) - used.schedule, waitingToday));
  const waitingMost = Math.ceil(limits.perDay * Math.max(WAITING_SHARE, limits.dayPart));
  const left: Record<SharedTrigger, readonly Wanted[]> = { ...due };
  const calls: Wanted[][] = [];
  const taken: Record<SharedTrigger, number> = { schedule: 0, surge: 0, price_move: 0 };
  const take = (trigger: SharedTrigger, most: number): void => {
    for (let n = Math.min(most, tick); n >= 1; n -= 1) {
      const [first] = left[trigger];
      if (first === undefined) return;
      const call = [first, ...besides(first, left, limits.marketsPerCall - 1)];
      for (const of of TRIGGERS) left[of] = left[of].filter((one) => !call.includes(one));
      calls.push(call);
      taken[trigger] += 1;
      tick -= 1;
      day -= 1;
    }
  };
  const free = (): number => day - Math.max(0, keptBack - taken.schedule);
  const moves = Math.floor(limits.perDay * MOVES_SHARE) - used.price_move;
  // Markets of a surge go first within the tick, but leave half of it to waiting markets.
  const half = Math.ceil(limits.perTick / 2);
  const waitingCalls = callsFor(
    due.schedule.map(({ candidate }) => candidate),
    limits.marketsPerCall,
  );
  take('surge', Math.min(free(), limits.perTick - Math.min(half, waitingCalls)));
  take('schedule', waitingMost - used.schedule);
  take('surge', free());
  take('price_move', Math.min(free(), moves));
  const spent = day === 0 ? DAY_SPENT : tick === 0 ? TICK_SPENT : SHARE_SPENT;
  return {
    calls,
    waiting: TRIGGERS.flatMap((trigger) => left[trigger].map((wanted) => ({ wanted, reason: spent }))),
  };
};

const TRIGGERS = ['schedule', 'surge', 'price_move'] as const;

/** Markets that join a market's call: due ones of its event, in order, at most `most`. */
const besides = (
  first: Wanted,
  left: Readonly<Record<SharedTrigger, readonly Wanted[]>>,
  most: number,
): readonly Wanted[] => {
  const event = eventOf(first.candidate);
  if (event === null || most <= 0) return [];
  return TRIGGERS.flatMap((trigger) => left[trigger])
    .filter((one) => one !== first && eventOf(one.candidate) === event)
    .slice(0, most);
};

export const DAY_SPENT = 'the calls of this day are spent';
export const TICK_SPENT = 'the calls of this tick are spent';
export const SHARE_SPENT = 'the rest of this day is kept for markets that have waited longer';
