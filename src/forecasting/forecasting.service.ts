import { Inject, Injectable, Logger } from '@nestjs/common';
import { present } from '../common/assert';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { Metrics } from '../common/metrics.service';
import { sha256Hex } from '../common/sha256';
import { formatMillis } from '../common/utc-time';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { LogService } from '../registry/log.service';
import type { Prompt } from './forecast-model';
import { ForecastingRepository, type CoverageRow } from './forecasting.repository';
import { renderInput } from './input/render-input';
import { readInstructions } from './instructions.provider';
import { medianForecast } from './median-forecast';
import { DAY_SPENT, ModelAsker } from './model-asker.service';
import { decideTrade, type TradeDecision } from './paper-trade';
import { predictionRow, tradeRow, type Asked } from './prediction-rows';
import { buildPrompt } from './prompt';
import { buildBundle, bundleId } from './replay-bundle';
import { SnapshotService } from './snapshot.service';
import { PositionService } from './position.service';
import type { Trigger } from './trigger';
import { rankDue, type Candidate } from './when';

/** Markets that the model is asked about at the same time. */
const ASKED_AT_ONCE = 4;

export interface ForecastingReport {
  readonly asked: number;
  readonly predicted: number;
  readonly traded: number;
  readonly skipped: number;
  readonly notScored: number;
  /** Paper positions closed at their take-profit or stop. */
  readonly closedEarly: number;
  /** Why the model is off, or null. */
  readonly offReason: string | null;
}

/** A market that is to be asked about, and why. */
interface Wanted {
  readonly candidate: Candidate;
  readonly trigger: Trigger;
}

/** What the model made of a market, not recorded yet. */
type Considered =
  | { readonly kind: 'answered'; readonly asked: Asked; readonly prompt: Prompt }
  | { readonly kind: 'skipped'; readonly reason: string };

type Outcome =
  | { readonly kind: 'predicted'; readonly traded: boolean }
  | { readonly kind: 'skipped'; readonly reason: string };

/**
 * Asks the model about the markets that are due: snapshot, frozen input, answer, bundle, prediction and
 * paper trade. A prediction, its bundle, its record and its trade are written together or not at all.
 */
@Injectable()
export class ForecastingService {
  private readonly logger = new Logger(ForecastingService.name);
  private readonly instructions = readInstructions();

  constructor(
    private readonly repository: ForecastingRepository,
    private readonly asker: ModelAsker,
    private readonly snapshots: SnapshotService,
    private readonly positions: PositionService,
    private readonly log: LogService,
    private readonly metrics: Metrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One round over all tracked markets, within the budgets of the tick and the day. */
  async run(signal: AbortSignal): Promise<ForecastingReport> {
    const now = nowMillis(this.clock);
    // Before anything is opened: a side that its stop has freed can be bought again.
    const closedEarly = await this.positions.closeEarly(now);
    const candidates = await this.repository.listCandidates(formatMillis(now));
    const { due, notDue } = rankDue(candidates, now, {
      minScore: this.environment.modelMinScore,
      repeatHours: this.environment.modelRepeatHours,
    });
    const coverage: CoverageRow[] = notDue.map(({ candidate, reason }) =>
      notScored(candidate, reason),
    );
    const report = { asked: 0, predicted: 0, traded: 0, skipped: 0 };
    const off = this.asker.offReason;
    const affordable = off === null ? due.slice(0, this.environment.modelCallsPerTick) : [];
    let left = affordable;
    while (left.length > 0 && !signal.aborted) {
      const group = left.slice(0, ASKED_AT_ONCE);
      left = left.slice(group.length);
      report.asked += group.length;
      for (const { candidate, outcome } of await this.forecastGroup(group, signal)) {
        count(report, outcome);
        coverage.push(coverageOf(candidate, outcome));
      }
    }
    const unasked = (rest: readonly Wanted[], reason: string): void => {
      coverage.push(...rest.map(({ candidate }) => notScored(candidate, reason)));
    };
    unasked(left, 'the tick ended');
    unasked(due.slice(affordable.length), off ?? 'the calls of this tick are spent');
    await this.saveCoverage(now, coverage);
    return {
      ...report,
      notScored: coverage.filter(({ status }) => status === 'not_scored').length,
      closedEarly,
      offReason: off,
    };
  }

  /** Asks about named markets now, whatever the schedule says; for `vedette predict`. */
  async predict(
    wanted: (market: Candidate['market']) => boolean,
    signal: AbortSignal,
    onResult: (market: Candidate['market'], outcome: Outcome) => void,
  ): Promise<void> {
    if (this.asker.offReason !== null) throw new Error(`The model is off: ${this.asker.offReason}`);
    const now = nowMillis(this.clock);
    const candidates = await this.repository.listCandidates(formatMillis(now));
    for (const candidate of candidates.filter(({ market }) => wanted(market))) {
      const [done] = await this.forecastGroup([{ candidate, trigger: 'command' }], signal);
      if (done === undefined) continue;
      await this.saveCoverage(now, [coverageOf(candidate, done.outcome)]);
      onResult(candidate.market, done.outcome);
    }
  }

  /**
   * Asks about some markets at the same time, and records what was answered in the order given: the
   * slowest answer is waited for once, and the log grows the same however the answers arrive.
   */
  private async forecastGroup(
    group: readonly Wanted[],
    signal: AbortSignal,
  ): Promise<{ candidate: Candidate; outcome: Outcome }[]> {
    const now = nowMillis(this.clock);
    const granted = await this.asker.reserve(now, group.length);
    const answers = await Promise.all(
      group.map((wanted, index) =>
        index < granted
          ? this.consider(wanted, now, signal)
          : Promise.resolve<Considered>({ kind: 'skipped', reason: DAY_SPENT }),
      ),
    );
    const outcomes: { candidate: Candidate; outcome: Outcome }[] = [];
    for (const [index, { candidate, trigger }] of group.entries()) {
      const answer = present(answers[index], 'an answer for each market');
      outcomes.push({ candidate, outcome: await this.conclude(candidate, trigger, answer, now, signal) }); // prettier-ignore
    }
    return outcomes;
  }

  /** Freezes what is known of a market and asks the model; one call is reserved already. */
  private async consider(
    { candidate: { market }, trigger }: Wanted,
    now: number,
    signal: AbortSignal,
  ): Promise<Considered> {
    const { recorded } = this.asker;
    const alertId = trigger === 'surge' ? market.reevaluate_reason : null;
    const occasion = { trigger, alertId };
    const frozen = await this.snapshots.freeze(market, occasion, recorded, this.instructions, now);
    const text = renderInput(frozen.input, frozen.words);
    const prompt = buildPrompt(this.instructions.text, this.instructions.id, text);
    const began = performance.now();
    const answered = await this.asker.draw(prompt, now, signal);
    if (answered.kind === 'skipped') return answered;
    const asked: Asked = {
      id: bundleId(frozen, now),
      market,
      frozen,
      forecast: medianForecast(answered.draws),
      draws: answered.draws,
      reply: answered.reply,
      provider: recorded.provider,
      promptId: this.instructions.id,
      trigger,
      alertId,
      confluenceScore: market.confluence_score,
      latencyMs: Math.round(performance.now() - began),
    };
    return { kind: 'answered', asked, prompt };
  }

  /** Records what came of asking about a market: a prediction, or why there is none. */
  private async conclude(
    { market }: Candidate,
    trigger: Trigger,
    answer: Considered,
    now: number,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const outcome = answer.kind === 'skipped' ? answer : await this.record(answer.asked);
    if (answer.kind === 'answered') await this.askShadows(answer, now, signal);
    if (market.reevaluate_at !== null)
      await this.repository.clearReevaluation(market.exchange, market.ticker, market.reevaluate_at);
    this.metrics.predictions.inc({ model: this.asker.recorded.provider, result: outcome.kind });
    if (outcome.kind === 'skipped') {
      this.logger.warn(`No prediction of ${market.exchange}/${market.ticker}: ${outcome.reason}`);
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
    return outcome;
  }

  /** Writes bundle, record, prediction and paper trade in one transaction. */
  private async record(asked: Asked): Promise<Outcome> {
    const decision = await this.decide(asked);
    const side = decision.kind === 'trade' ? decision.side : null;
    const result = await this.log.append({
      id: asked.id,
      kind: 'bundle',
      build: ({ madeAt }) => {
        const made = { ...asked.forecast, model: asked.provider, side };
        const bundle = buildBundle(asked.id, madeAt, asked.frozen, made, asked.draws);
        const prediction = {
          query: 'forecasting/create-prediction',
          params: { prediction: predictionRow(asked, madeAt, bundle.sha256, side) },
        };
        const link = {
          query: 'forecasting/link-bundle',
          params: { bundle: asked.id, items: Object.keys(asked.frozen.words).sort() },
        };
        if (decision.kind === 'none') return { ...bundle, also: [prediction, link] };
        const trade = tradeRow(
          asked,
          madeAt,
          bundle.sha256,
          decision,
          this.environment.tradeStakeUsd,
        );
        return {
          ...bundle,
          also: [prediction, link, { query: 'forecasting/create-trade', params: { trade } }],
        };
      },
    });
    if (result.kind === 'refused')
      return { kind: 'skipped', reason: `the log takes no record: ${result.reason}` };
    if (side !== null) this.metrics.trades.inc({ change: 'opened' });
    return { kind: 'predicted', traded: side !== null };
  }

  private async decide(asked: Asked): Promise<TradeDecision> {
    const { yes_bid, yes_ask } = asked.frozen.input.market;
    const decision = decideTrade(
      asked.forecast,
      { yesBid: yes_bid, yesAsk: yes_ask },
      {
        minConfidence: this.environment.tradeMinConfidence,
        minEdge: this.environment.tradeMinEdge,
        stakeUsd: this.environment.tradeStakeUsd,
      },
    );
    if (decision.kind === 'none') return decision;
    const open = await this.repository.listPositions(asked.market.exchange, asked.market.ticker);
    return open.includes(decision.side)
      ? { kind: 'none', reason: 'a position on this side is open' }
      : decision;
  }

  /** Shadows see the same input and are kept apart; what goes wrong with them changes nothing. */
  private async askShadows(
    { asked, prompt }: Extract<Considered, { kind: 'answered' }>,
    now: number,
    signal: AbortSignal,
  ): Promise<void> {
    for (const shadow of this.asker.shadows) {
      const answered = await this.asker.answer(shadow, prompt, now, signal, 0);
      if (answered.kind === 'skipped') {
        this.logger.warn(`Shadow ${shadow.provider}: ${answered.reason}`);
        continue;
      }
      const shadowed: Asked = {
        ...asked,
        forecast: answered.forecast,
        draws: [answered.forecast],
        reply: answered.reply,
        id: `${asked.id}-${shadow.provider}`,
        provider: shadow.provider,
      };
      await this.repository.createShadow(predictionRow(shadowed, formatMillis(now), null, null));
    }
  }

  /** Markets that were tracked today and are not among the candidates are covered too. */
  private async saveCoverage(now: number, rows: readonly CoverageRow[]): Promise<void> {
    const date = formatMillis(now).slice(0, 10);
    const named = new Set(rows.map(({ exchange, ticker }) => `${exchange}/${ticker}`));
    const others = (await this.repository.listTracked(`${date}T00:00:00.000000Z`))
      .filter(({ exchange, ticker }) => !named.has(`${exchange}/${ticker}`))
      .map(({ exchange, ticker, status }): CoverageRow => ({
        exchange,
        ticker,
        status: 'not_scored',
        reason: `the market is ${status === 'open' ? 'past its deadline' : status}`,
      }));
    await this.repository.saveCoverage(date, [...rows, ...others]);
  }
}

const notScored = ({ market }: Candidate, reason: string): CoverageRow => ({
  exchange: market.exchange,
  ticker: market.ticker,
  status: 'not_scored',
  reason,
});

const coverageOf = ({ market }: Candidate, outcome: Outcome): CoverageRow => ({
  exchange: market.exchange,
  ticker: market.ticker,
  status: outcome.kind,
  reason: outcome.kind === 'skipped' ? outcome.reason : null,
});

const count = (
  report: { predicted: number; traded: number; skipped: number },
  outcome: Outcome,
): void => {
  if (outcome.kind === 'skipped') report.skipped += 1;
  else {
    report.predicted += 1;
    if (outcome.traded) report.traded += 1;
  }
};
