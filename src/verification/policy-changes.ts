/** Changes of policy rules that select the counted trades, with the figures under the earlier rules. Pure. */
import { DAY_MS } from '../platform/common/durations';
import { formatMillis } from '../platform/common/utc-time';
import { summarise } from '../track-record/summary';
import { isSynthetic, tradeFactsOf } from './claims';
import type { History } from './history';
import type { Members } from './received-json';

/** Rules that select the trades of the track record. */
const CHOOSING = ['track_record_days', 'trade_min_confidence'] as const;

/** @param now UTC ms @returns the figures under each earlier set of rules */
export const policyChanges = (history: History, now: number) => {
  const rules = history.policies.map(({ members }) => members.at('rules'));
  const last = rules.at(-1);
  const seen = new Set(last === undefined ? [] : [keyOf(last)]);
  return rules.flatMap((one) => {
    if (seen.has(keyOf(one))) return [];
    seen.add(keyOf(one));
    const [days, least] = CHOOSING.map((name) => one.number(name)) as [number, number];
    const parts = { lookbackDays: days, minConfidence: least, population: 'own', synthetic: isSynthetic(history) };
    const facts = tradeFactsOf(history, formatMillis(Math.max(0, now - days * DAY_MS)), least);
    const hitRate = summarise(facts, parts).figures.hit_rate;
    const text = `under an earlier policy (${days} days, confidence ${least}) the hit rate is ${hitRate.toFixed(3)} over ${facts.length} trades`;
    return [{ text, hitRate, trades: facts.length }];
  });
};

const keyOf = (rules: Members): string => CHOOSING.map((name) => String(rules.object[name])).join('|');
