/** Decides which markets are forecast, and why others are not. Pure. */
import { HOUR_MS } from '../../platform/common/durations';
import type { Trigger } from '../trigger';
import { waitingSince, type Candidate } from './candidate';
import { urgencyOf, waitOf } from './urgency';

/** Minimum price change since the last prediction that triggers a new one. */
export const PRICE_MOVE = 0.05;
/** Number of repeat intervals without an answer after which a market is due at any confluence. */
export const OVERDUE_REPEATS = 2;
/** Reason for a market whose own deadline has passed. */
export const PAST_DEADLINE = 'past_deadline';

/** Reason for a market without a quote: no trade is possible at its price. */
export const NO_QUOTE = 'no quote';

export interface WhenRules {
  readonly minScore: number;
  readonly repeatHours: number;
  /** Maximum age of a quote, ms. */
  readonly quoteMaxMs: number;
}

/** A market to forecast, with its trigger. */
export interface Wanted {
  readonly candidate: Candidate;
  readonly trigger: Trigger;
}

export type Due =
  | ({ readonly kind: 'due' } & Wanted)
  | { readonly kind: 'not_due'; readonly candidate: Candidate; readonly reason: string };

/** Whether a market is due at `now` (UTC ms), and the trigger. */
export const dueAt = (candidate: Candidate, now: number, rules: WhenRules): Due => {
  const { market, last, skipped } = candidate;
  const due = (trigger: Trigger): Due => ({ kind: 'due', candidate, trigger });
  const not = (reason: string): Due => ({ kind: 'not_due', candidate, reason });
  if (Date.parse(market.deadline ?? market.resolves_at) <= now) return not(PAST_DEADLINE);
  if (isStale(market.quoted_at, now, rules.quoteMaxMs)) return not(NO_QUOTE);
  const lastAt = last === null ? null : Date.parse(last.made_at);
  if (market.reevaluate_at !== null && (lastAt === null || lastAt < market.reevaluate_at)) return due('surge');
  // After an unusable answer the market rests as long as after a usable one.
  const answered = Math.max(lastAt ?? 0, skipped ?? 0);
  const rested = now >= answered + rules.repeatHours * HOUR_MS;
  const score = market.confluence_score ?? 0;
  if (rested && (score >= rules.minScore || isOverdue(candidate, now, rules))) return due('schedule');
  // A price change triggers a forecast before the repeat interval ends.
  const before = last?.market_yes_price ?? null;
  const moved =
    before !== null && market.yes_price !== null && Math.abs(market.yes_price - before) >= PRICE_MOVE - 1e-9;
  if (moved && (skipped === null || skipped + HOUR_MS < now)) return due('price_move');
  if (!rested) return not(`asked within the last ${inWords(rules.repeatHours)}`);
  return not(`confluence ${score} below ${rules.minScore}`);
};

/**
 * Whether a quote is too old, or in the future after the clock was set back.
 *
 * @param quotedAt UTC ms; null or absent for a market that was never quoted, which counts as too old
 */
export const isStale = (quotedAt: number | null | undefined, now: number, maxMs: number): boolean =>
  typeof quotedAt !== 'number' || now - quotedAt > maxMs || quotedAt > now;

/** Maximum age of a quote in ticks. */
export const QUOTE_TICKS = 2;

/** Hours as text; whole days from two days on. */
const inWords = (hours: number): string => (hours >= 48 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`);

/** Whether a market is due at any confluence: after a long wait, or because it closes soon. */
const isOverdue = (candidate: Candidate, now: number, rules: WhenRules): boolean =>
  waitingSince(candidate) > 0 &&
  (waitOf(candidate, now, rules.repeatHours) >= OVERDUE_REPEATS || isShort(candidate, now, rules));

/** Whether a market without any forecast will close before its regular turn. */
export const isShort = ({ market, last, skipped }: Candidate, now: number, { repeatHours }: WhenRules): boolean =>
  last === null &&
  skipped === null &&
  Date.parse(market.deadline ?? market.resolves_at) <= now + OVERDUE_REPEATS * repeatHours * HOUR_MS;

/** A due market with its sort keys. */
interface Ranked extends Wanted {
  readonly urgency: number;
  readonly overdue: number;
}

/** Due markets by trigger, each list in order of priority, then those that are not due. */
export const rankDue = (
  candidates: readonly Candidate[],
  now: number,
  rules: WhenRules,
): { due: DueByTrigger; notDue: Extract<Due, { kind: 'not_due' }>[] } => {
  const all = candidates.map((candidate) => dueAt(candidate, now, rules));
  // A surge's market that has waited too long uses the share of waiting markets, even if the surges' share is spent.
  const shareOf = ({ candidate, trigger }: Wanted): Trigger =>
    isOverdue(candidate, now, rules) ? 'schedule' : trigger;
  const of = (share: SharedTrigger): Ranked[] =>
    all.flatMap((one) => {
      if (one.kind !== 'due' || shareOf(one) !== share) return [];
      const wait = waitOf(one.candidate, now, rules.repeatHours);
      return [
        {
          candidate: one.candidate,
          trigger: one.trigger,
          urgency: urgencyOf(one.candidate, now, rules.repeatHours),
          // Markets that have waited too long come first, longest wait first.
          overdue: wait >= OVERDUE_REPEATS ? wait : 0,
        },
      ];
    });
  const byUrgency = (a: Ranked, b: Ranked): number => b.urgency - a.urgency;
  const bearing = ({ candidate: { market } }: Wanted): number => market.reevaluate_relevance ?? 0;
  return {
    due: {
      schedule: of('schedule').sort((a, b) => b.overdue - a.overdue || byUrgency(a, b)),
      surge: of('surge').sort((a, b) => bearing(b) - bearing(a) || byUrgency(a, b)),
      price_move: of('price_move').sort(byUrgency),
    },
    notDue: all.filter((one) => one.kind === 'not_due'),
  };
};

export type SharedTrigger = Exclude<Trigger, 'command'>;

export type DueByTrigger = Readonly<Record<SharedTrigger, readonly Wanted[]>>;
