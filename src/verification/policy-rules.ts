/** Limits of the rules that a policy may state: docs/registry.md, *policy*. Pure. */
import { DAY_MS } from '../platform/common/durations';
import type { Members } from './received-json';

/** Two polls of an exchange a day apart at most. */
const QUOTE_SECONDS_MAX = (2 * DAY_MS) / 1000;

const LIMITS: Readonly<Record<string, readonly [number, number]>> = {
  model_draws: [1, 9],
  model_markets_per_call: [1, 16],
  model_calls_per_day: [0, 1_000_000],
  shadow_calls_per_day: [0, 1_000_000],
  arm_calls_per_day: [0, 1_000_000],
  quote_max_seconds: [0, QUOTE_SECONDS_MAX],
  settlement_days: [0, 3_650],
  track_record_days: [1, 3_650],
  trade_min_confidence: [0, 1],
  trade_min_edge: [0, 1],
  trade_stake_usd: [1, 1_000_000],
  trade_stop_loss_share: [0, 1],
  trade_take_profit_share: [0, 1],
};

/** @throws Broken for a rule outside of its limits; older policies lack some */
export const insistLimits = (rules: Members): void => {
  for (const [name, [least, most]] of Object.entries(LIMITS)) {
    if (rules.object[name] === undefined) continue;
    const value = rules.number(name);
    rules.insist(value >= least && value <= most, `${name} is ${value}, not within ${least} and ${most}`);
  }
};
