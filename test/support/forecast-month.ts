/**
 * A month of choosing whom to ask, without a database: markets open and settle, prices wander, alerts
 * break out, and every ten minutes the calls of a tick are shared as in service. For the figures of
 * `npm run bench tick forecasting` and the bounds that a test holds.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/common/durations';
import type { Candidate } from '../../src/forecasting/selection/candidate';
import { waitingSince } from '../../src/forecasting/selection/candidate';
import { PAST_DEADLINE, rankDue, type SharedTrigger } from '../../src/forecasting/selection/due';
import { dueBeforeMidnight, shareCalls } from '../../src/forecasting/selection/shares';

export interface MonthOptions {
  readonly markets: number;
  readonly callsPerDay: number;
  readonly callsPerTick: number;
  readonly repeatHours: number;
  readonly days: number;
  /** Alerts a day; each is about some of the markets. */
  readonly alertsPerDay: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Whether the model can be reached in a tick; always by default. */
  readonly reachable?: (now: number) => boolean;
}

export interface MonthFigures {
  readonly calls: number;
  /** Share of the calls by trigger, 0 to 1. */
  readonly share: Readonly<Record<SharedTrigger, number>>;
  readonly longestWaitHours: number;
  /** Minutes from an alert to the forecast of a market that it is about. */
  readonly alertMinutes: { readonly p50: number; readonly p90: number; readonly max: number };
  /** Markets of alerts that settled before they were asked about. */
  readonly alertsUnanswered: number;
  readonly callsPastDeadline: number;
  readonly mostCallsInADay: number;
}

const START = Date.UTC(2026, 3, 1);
const TICK_MS = 10 * MINUTE_MS;
const RULES_MIN_SCORE = 0.4;

interface Simulated {
  candidate: Candidate;
  readonly endsAt: number;
  /** Instants of alerts that wait for a forecast. */
  alertedAt: number | null;
}

export const simulateMonth = (options: MonthOptions): MonthFigures => {
  const { random, repeatHours, callsPerDay, callsPerTick } = options;
  const rules = { minScore: RULES_MIN_SCORE, repeatHours, quoteMaxMs: Infinity };
  let serial = 0;
  const open = (now: number): Simulated => {
    serial += 1;
    const endsAt = now + (1 + random() * 45) * DAY_MS;
    // One in ten is a rung whose own day is a week before the exchange's end date.
    const resolves = random() < 0.1 ? endsAt + 7 * DAY_MS : endsAt;
    const price = 0.02 + 0.96 * random();
    return {
      endsAt,
      alertedAt: null,
      candidate: {
        market: {
          exchange: 'polymarket',
          ticker: `m-${serial}`,
          question: '',
          resolves_at: new Date(resolves).toISOString(),
          deadline: new Date(endsAt).toISOString(),
          theater: null,
          event_type: null,
          yes_price: price,
          yes_bid: null,
          yes_ask: null,
          volume_24h: 10 ** (5 * random()),
          confluence_score: Math.floor(random() * 6) / 5,
          reevaluate_at: null,
          reevaluate_reason: null,
          quoted_at: now,
          tracked_since: now,
        },
        last: null,
        skipped: null,
        newEvidence: 0,
      },
    };
  };
  let markets = Array.from({ length: options.markets }, () => open(START));
  const calls: Record<SharedTrigger, number> = { schedule: 0, surge: 0, price_move: 0 };
  let used = { all: 0, schedule: 0, surge: 0, price_move: 0 };
  const delays: number[] = [];
  let [longestWait, pastDeadline, mostInADay, unanswered] = [0, 0, 0, 0];

  for (let now = START; now < START + options.days * DAY_MS; now += TICK_MS) {
    if (now % DAY_MS === 0) used = { all: 0, schedule: 0, surge: 0, price_move: 0 };
    markets = markets.map((one) => {
      // A settled market makes place for a new one a day after its deadline.
      if (now > one.endsAt + DAY_MS) {
        if (one.alertedAt !== null) unanswered += 1;
        return open(now);
      }
      const wandered = wander(one.candidate, random);
      return { ...one, candidate: { ...wandered, market: { ...wandered.market, quoted_at: now } } };
    });
    if (random() < (options.alertsPerDay * TICK_MS) / DAY_MS) {
      const about = Math.ceil(random() * 12);
      for (let n = 0; n < about; n += 1) {
        const one = markets[Math.floor(random() * markets.length)];
        if (one === undefined || one.endsAt <= now) continue;
        one.alertedAt ??= now;
        one.candidate = {
          ...one.candidate,
          market: {
            ...one.candidate.market,
            reevaluate_at: now,
            reevaluate_reason: `a-${now}`,
            reevaluate_relevance: random(),
          },
        };
      }
    }
    const byCandidate = new Map(markets.map((one) => [one.candidate, one]));
    const candidates = markets.map(({ candidate }) => candidate);
    const { due, notDue } = rankDue(candidates, now, rules);
    const late = new Set(notDue.filter(({ reason }) => reason === PAST_DEADLINE).map(({ candidate }) => candidate));
    for (const candidate of candidates)
      if (!late.has(candidate)) longestWait = Math.max(longestWait, now - waitingSince(candidate));
    if (options.reachable?.(now) === false) continue;
    const { calls: made } = shareCalls(due, used, dueBeforeMidnight(candidates, now, rules, 1), {
      perDay: callsPerDay,
      dayPart: (now % DAY_MS) / DAY_MS,
      perTick: callsPerTick,
      marketsPerCall: 1,
    });
    for (const { candidate, trigger } of made.flat()) {
      const shared = trigger as SharedTrigger;
      calls[shared] += 1;
      used = { ...used, all: used.all + 1, [shared]: used[shared] + 1 };
      const one = byCandidate.get(candidate);
      if (one === undefined) continue;
      if (one.endsAt <= now) pastDeadline += 1;
      if (one.alertedAt !== null) delays.push((now - one.alertedAt) / MINUTE_MS);
      one.alertedAt = null;
      one.candidate = answered(candidate, now);
    }
    mostInADay = Math.max(mostInADay, used.all);
  }
  const all = calls.schedule + calls.surge + calls.price_move;
  delays.sort((a, b) => a - b);
  const at = (part: number): number => delays[Math.floor(part * (delays.length - 1))] ?? 0;
  return {
    calls: all,
    share: {
      schedule: calls.schedule / all,
      surge: calls.surge / all,
      price_move: calls.price_move / all,
    },
    longestWaitHours: longestWait / HOUR_MS,
    alertMinutes: { p50: at(0.5), p90: at(0.9), max: at(1) },
    alertsUnanswered: unanswered,
    callsPastDeadline: pastDeadline,
    mostCallsInADay: mostInADay,
  };
};

/** Ten minutes of a price: mostly nothing, sometimes a jump. */
const wander = (candidate: Candidate, random: () => number): Candidate => {
  const { market } = candidate;
  const price = market.yes_price ?? 0.5;
  const step = random() < 0.004 ? 0.2 * (random() - 0.5) : 0.004 * (random() - 0.5);
  return {
    ...candidate,
    newEvidence: (candidate.newEvidence ?? 0) + (random() < 0.02 ? random() : 0),
    market: { ...market, yes_price: Math.min(0.99, Math.max(0.01, price + step)) },
  };
};

const answered = (candidate: Candidate, now: number): Candidate => ({
  market: { ...candidate.market, reevaluate_at: null, reevaluate_reason: null },
  last: { made_at: new Date(now).toISOString(), market_yes_price: candidate.market.yes_price },
  skipped: null,
  newEvidence: 0,
});
