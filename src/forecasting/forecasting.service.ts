import { Inject, Injectable, Logger } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { Metrics } from '../common/metrics.service';
import { packagePath } from '../common/package-root';
import { sha256Hex } from '../common/sha256';
import { formatMillis } from '../common/utc-time';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { LogService } from '../registry/log.service';
import { checkAnswer, type Forecast } from './forecast';
import {
  FORECAST_MODELS,
  type ForecastModel,
  type ModelReply,
  type Prompt,
} from './forecast-model';
import { ForecastingRepository, type CoverageRow } from './forecasting.repository';
import { decideTrade, type TradeDecision } from './paper-trade';
import { predictionRow, tradeRow, type Asked } from './prediction-rows';
import { buildPrompt } from './prompt';
import { buildBundle, bundleId, type FrozenInput } from './replay-bundle';
import { SnapshotService } from './snapshot.service';
import { PositionService } from './position.service';
import { rankDue, type Candidate, type Trigger } from './when';

export const PROMPT_ID = 'forecast-1';
/** One answer and, when it is malformed, one more. */
const ATTEMPTS = 2;

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
  private readonly instructions = readFileSync(
    packagePath('seed', 'prompts', `${PROMPT_ID}.md`),
    'utf8',
  );

  constructor(
    private readonly repository: ForecastingRepository,
    private readonly snapshots: SnapshotService,
    private readonly positions: PositionService,
    private readonly log: LogService,
    private readonly metrics: Metrics,
    @Inject(FORECAST_MODELS) private readonly models: readonly ForecastModel[],
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Why no prediction can be made, or null. */
  get offReason(): string | null {
    if (this.environment.model === 'off') return 'MODEL is off';
    if (this.environment.model !== 'claude')
      return `schema 0.1.0 records claude only: ${this.environment.model} can run as a shadow`;
    return this.recorded.offReason;
  }

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
    const off = this.offReason;
    for (const { candidate, trigger } of due) {
      const reason =
        off ??
        (signal.aborted
          ? 'the tick ended'
          : report.asked >= this.environment.modelCallsPerTick
            ? 'the calls of this tick are spent'
            : null);
      if (reason !== null) {
        coverage.push(notScored(candidate, reason));
        continue;
      }
      report.asked += 1;
      const outcome = await this.forecast(candidate, trigger, signal);
      count(report, outcome);
      coverage.push(coverageOf(candidate, outcome));
    }
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
    if (this.offReason !== null) throw new Error(`The model is off: ${this.offReason}`);
    const now = nowMillis(this.clock);
    const candidates = await this.repository.listCandidates(formatMillis(now));
    for (const candidate of candidates.filter(({ market }) => wanted(market))) {
      const outcome = await this.forecast(candidate, 'command', signal);
      await this.saveCoverage(now, [coverageOf(candidate, outcome)]);
      onResult(candidate.market, outcome);
    }
  }

  private async forecast(
    candidate: Candidate,
    trigger: Trigger,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { market } = candidate;
    const now = nowMillis(this.clock);
    const outcome = await this.forecastAt(candidate, trigger, now, signal);
    if (market.reevaluate_at !== null)
      await this.repository.clearReevaluation(market.exchange, market.ticker, market.reevaluate_at);
    this.metrics.predictions.inc({ model: this.recorded.provider, result: outcome.kind });
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

  private async forecastAt(
    candidate: Candidate,
    trigger: Trigger,
    now: number,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { market } = candidate;
    const frozen = await this.snapshots.freeze(market, this.recorded, PROMPT_ID, now);
    const prompt = buildPrompt(this.instructions, PROMPT_ID, frozen.text);
    const began = performance.now();
    const answered = await this.answer(this.recorded, prompt, now, signal);
    if (answered.kind === 'skipped') return answered;
    const asked: Asked = {
      id: bundleId(frozen, now),
      market,
      frozen,
      forecast: answered.forecast,
      reply: answered.reply,
      provider: this.recorded.provider,
      promptId: PROMPT_ID,
      trigger,
      alertId: trigger === 'surge' ? market.reevaluate_reason : null,
      confluenceScore: market.confluence_score,
      latencyMs: Math.round(performance.now() - began),
    };
    const outcome = await this.record(asked);
    await this.askShadows(asked, frozen, prompt, now, signal);
    return outcome;
  }

  /** Asks once, and once more when the answer is malformed or the call failed. */
  private async answer(
    model: ForecastModel,
    prompt: Prompt,
    now: number,
    signal: AbortSignal,
  ): Promise<
    | { kind: 'answered'; forecast: Forecast; reply: ModelReply }
    | { kind: 'skipped'; reason: string }
  > {
    let reason = '';
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (
        !(await this.repository.reserveCall(
          formatMillis(now).slice(0, 10),
          this.environment.modelCallsPerDay,
        ))
      )
        return {
          kind: 'skipped',
          reason:
            reason === ''
              ? 'the calls of this day are spent'
              : `${reason}; the calls of this day are spent`,
        };
      try {
        const timeout = AbortSignal.timeout(this.environment.modelTimeoutSeconds * 1000);
        const reply = await model.ask(prompt, AbortSignal.any([signal, timeout]));
        const check = checkAnswer(reply.answer);
        if (check.kind === 'forecast') return { kind: 'answered', forecast: check.forecast, reply };
        reason = check.reason;
      } catch (error) {
        reason = failureOf(error);
      }
      if (signal.aborted) break;
    }
    return { kind: 'skipped', reason };
  }

  /** Writes bundle, record, prediction and paper trade in one transaction. */
  private async record(asked: Asked): Promise<Outcome> {
    const decision = await this.decide(asked);
    const side = decision.kind === 'trade' ? decision.side : null;
    const result = await this.log.append({
      id: asked.id,
      kind: 'bundle',
      build: ({ madeAt }) => {
        const bundle = buildBundle(asked.id, madeAt, asked.frozen, {
          ...asked.forecast,
          model: asked.provider,
          side,
        });
        const prediction = {
          query: 'forecasting/create-prediction',
          params: { prediction: predictionRow(asked, madeAt, bundle.sha256, side) },
        };
        const link = {
          query: 'forecasting/link-bundle',
          params: { bundle: asked.id, items: asked.frozen.input.items.map(({ key }) => key) },
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
    asked: Asked,
    frozen: FrozenInput,
    prompt: Prompt,
    now: number,
    signal: AbortSignal,
  ): Promise<void> {
    const wanted = this.environment.shadowModels.split(',').map((name) => name.trim());
    for (const shadow of this.models.filter(
      ({ provider, offReason }) => wanted.includes(provider) && offReason === null,
    )) {
      if (shadow === this.recorded) continue;
      const answered = await this.answer(shadow, prompt, now, signal);
      if (answered.kind === 'skipped') {
        this.logger.warn(`Shadow ${shadow.provider}: ${answered.reason}`);
        continue;
      }
      const shadowed: Asked = {
        ...asked,
        ...answered,
        frozen,
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

  private get recorded(): ForecastModel {
    const model = this.models.find(({ provider }) => provider === 'claude');
    if (model === undefined) throw new Error('No client for claude');
    return model;
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

/** What to say of a failed call: its kind and status, never its body, which may quote a key. */
const failureOf = (error: unknown): string => {
  const { name, status } = error as { name?: string; status?: number };
  if (
    name === 'TimeoutError' ||
    name === 'AbortError' ||
    name === 'APIUserAbortError' ||
    name === 'APIConnectionTimeoutError'
  )
    return 'the model did not answer in time';
  return `the call to the model failed (${status === undefined ? (name ?? 'unknown') : `status ${status}`})`;
};
