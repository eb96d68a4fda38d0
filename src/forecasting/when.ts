/**
 * Which markets the model is asked about, and why the others are not. Surges come first, then moved
 * prices, then the schedule; within each, the market that has waited longest for a prediction, so that a
 * small budget reaches all of them in turn. Pure.
 */
import { HOUR_MS } from '../common/durations';
import type { AskedMarket } from './input/input-rows';
import { TRIGGERS, type Trigger } from './trigger';

/** A price that moved this much since the last prediction asks for a new one. */
export const PRICE_MOVE = 0.05;

export interface Candidate {
  readonly market: AskedMarket & {
    readonly confluence_score: number | null;
    /** When a surge asked for this market, UTC ms, or null. */
    readonly reevaluate_at: number | null;
    readonly reevaluate_reason: string | null;
  };
  readonly last: { readonly made_at: string; readonly market_yes_price: number | null } | null;
  /** When the model last gave no usable answer, UTC ms, or null. */
  readonly skipped: number | null;
}

export interface WhenRules {
  readonly minScore: number;
  readonly repeatHours: number;
}

export type Due =
  | {
      readonly kind: 'due';
      readonly candidate: Candidate;
      readonly trigger: Trigger;
    }
  | { readonly kind: 'not_due'; readonly candidate: Candidate; readonly reason: string };

/** Whether a market is due at `now` (UTC ms), and by which trigger. */
export const dueAt = (candidate: Candidate, now: number, rules: WhenRules): Due => {
  const { market, last, skipped } = candidate;
  const due = (trigger: Trigger): Due => ({ kind: 'due', candidate, trigger });
  const not = (reason: string): Due => ({ kind: 'not_due', candidate, reason });
  const lastAt = last === null ? null : Date.parse(last.made_at);
  if (market.reevaluate_at !== null && (lastAt === null || lastAt < market.reevaluate_at))
    return due('surge');
  // After an unusable answer the market waits as long as after a usable one.
  const quietUntil = Math.max(lastAt ?? 0, skipped ?? 0) + rules.repeatHours * HOUR_MS;
  const score = market.confluence_score ?? 0;
  const before = last?.market_yes_price ?? null;
  const moved =
    before !== null &&
    market.yes_price !== null &&
    Math.abs(market.yes_price - before) >= PRICE_MOVE - 1e-9;
  if (moved && (skipped === null || skipped + HOUR_MS < now)) return due('price_move');
  if (now < quietUntil) return not(`asked within the last ${rules.repeatHours} hours`);
  if (score < rules.minScore) return not(`confluence ${score} below ${rules.minScore}`);
  return due('schedule');
};

interface Asked {
  readonly candidate: Candidate;
  readonly trigger: Trigger;
}

/** When the model was last asked about a market, UTC ms; 0 for never. */
const lastAsked = ({ candidate: { last, skipped } }: Asked): number =>
  Math.max(last === null ? 0 : Date.parse(last.made_at), skipped ?? 0);

/** Trigger, then waiting time, then corroboration; the exchange's order decides between equals. */
const byUrgency = (a: Asked, b: Asked): number =>
  TRIGGERS.indexOf(a.trigger) - TRIGGERS.indexOf(b.trigger) ||
  lastAsked(a) - lastAsked(b) ||
  (b.candidate.market.confluence_score ?? 0) - (a.candidate.market.confluence_score ?? 0);

/** Due markets in the order in which they are asked, then those that are not. */
export const rankDue = (
  candidates: readonly Candidate[],
  now: number,
  rules: WhenRules,
): { due: Extract<Due, { kind: 'due' }>[]; notDue: Extract<Due, { kind: 'not_due' }>[] } => {
  const all = candidates.map((candidate) => dueAt(candidate, now, rules));
  return {
    due: all.filter((one) => one.kind === 'due').sort(byUrgency),
    notDue: all.filter((one) => one.kind === 'not_due'),
  };
};
