import { Inject, Injectable, Logger } from '@nestjs/common';
import { present } from '../platform/common/assert';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { DAY_MS } from '../platform/common/durations';
import { Metrics } from '../platform/common/metrics.service';
import { sha256Hex } from '../platform/common/sha256';
import { formatMillis } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { CallBudget } from './call-budget.repository';
import { ForecastCalls, type Considered } from './forecast-calls.service';
import { ForecastLog, type Recorded } from './forecast-log.service';
import {
  count,
  coverageOf,
  longestWaitHours,
  notScored,
  type ForecastingReport,
  type Outcome,
} from './forecasting-report';
import type { CoverageEntry } from '../registry/log/day-file';
import { ForecastingRepository } from './forecasting.repository';
import { ModelAsker } from './model-asker.service';
import { PositionService } from './position.service';
import { waitingSince, type Candidate } from './selection/candidate';
import { isStale, NO_QUOTE, rankDue, type Wanted, QUOTE_TICKS } from './selection/due';
import { ShadowAsker } from './shadow-asker.service';
import { dueBeforeMidnight, shareCalls, type CallLimits, type UsedCalls } from './selection/shares';
import { urgencyOf } from './selection/urgency';
import { marketId } from '../markets/market-key';

const REASONS_MAX = 20;

const NO_ROOM: Outcome = {
  kind: 'unanswered',
  reason: 'there was no room for it in the call of its event',
};

/**
 * Forecasts due markets: snapshot, frozen input, intent, answer, bundle, prediction and paper trade. The intent is
 * logged before the model is called; a prediction, its bundle and its trade are written atomically.
 */
@Injectable()
export class ForecastingService {
  private readonly logger = new Logger(ForecastingService.name);

  constructor(
    private readonly repository: ForecastingRepository,
    private readonly asker: ModelAsker,
    private readonly calls: ForecastCalls,
    private readonly shadows: ShadowAsker,
    private readonly budget: CallBudget,
    private readonly positions: PositionService,
    private readonly log: ForecastLog,
    private readonly metrics: Metrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One round over all tracked markets, within the budgets of tick and day. */
  async run(signal: AbortSignal): Promise<ForecastingReport> {
    const now = nowMillis(this.clock);
    // Before new trades: a side freed by its stop-loss can be bought again.
    const closedEarly = await this.positions.closeEarly(now, this.quoteMaxMs);
    const candidates = await this.repository.listCandidates(now);
    const rules = {
      minScore: this.environment.modelMinScore,
      repeatHours: this.environment.modelRepeatHours,
      quoteMaxMs: this.quoteMaxMs,
    };
    const { due, notDue } = rankDue(candidates, now, rules);
    await this.saveUrgency(candidates, { due, notDue }, now);
    const coverage: CoverageEntry[] = notDue.map(({ candidate, reason }) => notScored(candidate, reason));
    // A day begins with its plan, even if nothing is due.
    if (this.asker.offReason === null) await this.log.begin();
    const report = { asked: 0, predicted: 0, traded: 0, skipped: 0, unanswered: 0 };
    const used = await this.budget.used(now);
    const limits = this.limits(now);
    const waitingToday = dueBeforeMidnight(candidates, now, rules, limits.marketsPerCall);
    const { calls, waiting } = shareCalls(due, this.withoutDraws(used), waitingToday, limits);
    coverage.push(...waiting.map(({ wanted, reason }) => notScored(wanted.candidate, reason)));
    const reasons = new Set<string>();
    let left = calls;
    let off = this.offReason(now);
    while (left.length > 0 && off === null && !signal.aborted) {
      // After a failure, a single call tests the model first.
      const group = left.slice(0, this.asker.doubtful ? 1 : this.environment.modelConcurrency);
      left = left.slice(group.length);
      report.asked += group.flat().length;
      for (const { candidate, outcome } of await this.forecastCalls(group, signal)) {
        count(report, outcome);
        coverage.push(coverageOf(candidate, outcome));
        if (outcome.kind !== 'predicted') reasons.add(`${this.asker.recorded.provider}: ${outcome.reason}`);
      }
      off = this.offReason(now);
    }
    coverage.push(...left.flat().map(({ candidate }) => notScored(candidate, off ?? 'the tick ended')));
    if (off !== null) this.logger.warn(`No forecasts: ${off}`);
    await this.saveCoverage(now, coverage);
    return {
      ...report,
      notScored: coverage.filter(({ status }) => status === 'not_scored').length,
      longestWaitHours: longestWaitHours(candidates, notDue, now),
      closedEarly,
      offReason: off,
      reasons: [...reasons, ...this.shadows.takeReasons()].slice(0, REASONS_MAX),
    };
  }

  private get quoteMaxMs(): number {
    return QUOTE_TICKS * this.environment.pollIntervalSeconds * 1000;
  }

  /** Why the model is not called now, or null. */
  private offReason(now: number): string | null {
    return this.asker.offReason ?? this.asker.pausedFor(now);
  }

  /** Limits in prompts; each takes as many calls as there are draws. */
  private limits(now: number): CallLimits {
    const { modelCallsPerDay, modelCallsPerTick, modelDraws, modelMarketsPerCall } = this.environment;
    return {
      perDay: Math.floor(modelCallsPerDay / modelDraws),
      dayPart: (now % DAY_MS) / DAY_MS,
      perTick: modelCallsPerTick === 0 ? 0 : Math.max(1, Math.floor(modelCallsPerTick / modelDraws)),
      marketsPerCall: modelMarketsPerCall,
    };
  }

  private withoutDraws(used: UsedCalls): UsedCalls {
    const once = (calls: number): number => Math.ceil(calls / this.environment.modelDraws);
    return {
      all: once(used.all),
      schedule: once(used.schedule),
      surge: once(used.surge),
      price_move: once(used.price_move),
    };
  }

  /** Stores the urgency on each market, for lists. */
  private async saveUrgency(
    candidates: readonly Candidate[],
    { due, notDue }: ReturnType<typeof rankDue>,
    now: number,
  ): Promise<void> {
    const notes = new Map<Candidate, string>([
      ...Object.values(due)
        .flat()
        .map(({ candidate, trigger }) => [candidate, `due: ${trigger}`] as const),
      ...notDue.map(({ candidate, reason }) => [candidate, reason] as const),
    ]);
    await this.repository.saveUrgency(
      candidates.map((candidate) => ({
        exchange: candidate.market.exchange,
        ticker: candidate.market.ticker,
        urgency: urgencyOf(candidate, now, this.environment.modelRepeatHours),
        waiting_since: waitingSince(candidate) || null,
        note: notes.get(candidate) ?? '',
      })),
    );
  }

  /** Forecasts given markets now, regardless of schedule; for `vedette predict`. */
  async predict(
    wanted: (market: Candidate['market']) => boolean,
    signal: AbortSignal,
    onResult: (market: Candidate['market'], outcome: Outcome) => void,
  ): Promise<void> {
    if (this.asker.offReason !== null) throw new Error(`The model is off: ${this.asker.offReason}`);
    const now = nowMillis(this.clock);
    const candidates = await this.repository.listCandidates(now);
    for (const candidate of candidates.filter(({ market }) => wanted(market))) {
      const isQuoted = !isStale(candidate.market.quoted_at, nowMillis(this.clock), this.quoteMaxMs);
      const [done] = isQuoted ? await this.forecastCalls([[{ candidate, trigger: 'command' }]], signal) : [];
      const outcome = done?.outcome ?? { kind: 'unanswered', reason: NO_QUOTE };
      await this.saveCoverage(now, [coverageOf(candidate, outcome)]);
      onResult(candidate.market, outcome);
    }
  }

  /**
   * Makes calls concurrently and records the answers in the given order, so that the log does not depend on the order
   * of responses.
   */
  private async forecastCalls(
    calls: readonly (readonly Wanted[])[],
    signal: AbortSignal,
  ): Promise<{ candidate: Candidate; outcome: Outcome }[]> {
    const now = nowMillis(this.clock);
    const ready = await this.calls.prepare(calls, now, signal);
    const markets = ready.flatMap((call) => call.markets);
    const intents = await this.log.intend(markets);
    const considered = await Promise.all(ready.map((call) => this.calls.make(call, intents, now, signal)));
    const all = considered.flat();
    const recorded = await this.record(all);
    const outcomes = ready.flatMap((call) => call.crowdedOut).map(({ candidate }) => ({ candidate, outcome: NO_ROOM }));
    for (const [index, { wanted }] of markets.entries()) {
      const outcome = outcomeOf(present(all[index], 'answer'), recorded[index] ?? null);
      await this.conclude(wanted, outcome, now);
      outcomes.push({ candidate: wanted.candidate, outcome });
    }
    return outcomes;
  }

  /** Writes bundles, records, predictions and paper trades in one transaction; null without an answer. */
  private async record(considered: readonly Considered[]): Promise<(Recorded | null)[]> {
    const concluded = considered.flatMap((one) => (one.kind === 'answered' ? [one.concluded] : []));
    const results = await this.log.record(concluded);
    return considered.map((one) =>
      one.kind === 'answered' ? (results[concluded.indexOf(one.concluded)] ?? null) : null,
    );
  }

  /** Stores the outcome for a market next to its prediction, or why there is none. */
  private async conclude({ candidate: { market }, trigger }: Wanted, outcome: Outcome, now: number): Promise<void> {
    this.metrics.predictions.inc({ model: this.asker.recorded.provider, result: outcome.kind });
    // No response: the market keeps its position and trigger.
    if (outcome.kind === 'unanswered') return;
    if (market.reevaluate_at !== null)
      await this.repository.clearReevaluation(market.exchange, market.ticker, market.reevaluate_at);
    if (outcome.kind === 'predicted') {
      if (outcome.traded) this.metrics.trades.inc({ change: 'opened' });
      return;
    }
    this.logger.warn(`No prediction of ${marketId(market)}: ${outcome.reason}`);
    await this.repository.recordSkip({
      id: `sk-${sha256Hex(`${market.exchange}|${market.ticker}|${now}`).slice(0, 24)}`,
      exchange: market.exchange,
      ticker: market.ticker,
      date: formatMillis(now).slice(0, 10),
      at_ms: now,
      reason: outcome.reason,
      trigger,
    });
  }

  /** Coverage also includes markets tracked today that are not candidates. */
  private async saveCoverage(now: number, rows: readonly CoverageEntry[]): Promise<void> {
    const date = formatMillis(now).slice(0, 10);
    const named = new Set(rows.map(marketId));
    const others = (await this.repository.listTracked(`${date}T00:00:00.000000Z`))
      .filter((market) => !named.has(marketId(market)))
      .map(({ exchange, ticker, status }): CoverageEntry => ({
        exchange,
        ticker,
        status: 'not_scored',
        reason: `the market is ${status === 'open' ? 'past its deadline' : status}`,
      }));
    await this.repository.saveCoverage(date, [...rows, ...others]);
  }
}

const outcomeOf = (considered: Considered, recorded: Recorded | null): Outcome => {
  if (considered.kind !== 'answered') return considered;
  if (recorded?.kind !== 'recorded') return { kind: 'skipped', reason: recorded?.reason ?? 'nothing was recorded' };
  return { kind: 'predicted', traded: considered.concluded.decision.kind === 'trade' };
};
