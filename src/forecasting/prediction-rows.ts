/** Predictions and trades as stored in the graph: property maps in snake_case. Pure. */
import { sha256Hex } from '../platform/common/sha256';
import { feeUsd } from '../markets/taker-fee';
import type { Forecast } from './forecast';
import type { Answerer, ModelReply } from '../platform/models/language-model';
import { ofSide, type Side, type TradeDecision } from './paper-trade';
import { shownInput } from './input/arms';
import { incoherentForecasts } from './input/coherence';
import type { FrozenInput } from './input/forecast-input';
import type { AskedMarket } from './input/input-rows';
import type { JointForecast } from './joint-call';
import { intelSummary } from './replay-bundle';
import type { Trigger } from './trigger';
import { pick } from '../platform/common/pick';

export interface Asked {
  readonly id: string;
  readonly market: AskedMarket;
  readonly frozen: FrozenInput;
  /** The recorded forecast: the median of the draws. */
  readonly forecast: Forecast;
  /** All usable answers to the input, in order of the requests. */
  readonly draws: readonly Forecast[];
  readonly reply: ModelReply;
  readonly provider: Answerer;
  readonly promptId: string;
  readonly trigger: Trigger;
  readonly alertId: string | null;
  readonly confluenceScore: number | null;
  readonly latencyMs: number;
  /** Terms of its reasoning that are missing from the input. */
  readonly unsupported: readonly string[];
  /** Forecasts of all markets of the call, including this one; null if it is the only one. */
  readonly joint: readonly JointForecast[] | null;
}

/** Population of this deployment's own predictions; populations are never pooled. */
export const OWN_POPULATION = 'own';

/** @param madeAt timestamp of the log @param side traded side, or null */
export const predictionRow = (
  asked: Asked,
  madeAt: string,
  bundleSha256: string,
  side: Side | null,
): Record<string, unknown> => {
  const { market, frozen, forecast, reply } = asked;
  const summary = intelSummary(frozen.input);
  const quoted = frozen.input.market;
  return {
    id: asked.id,
    exchange: market.exchange,
    ticker: market.ticker,
    made_at: madeAt,
    made_at_ms: Date.parse(madeAt),
    model: asked.provider,
    // The name in the frozen input, which the log binds; a provider may respond with a dated name.
    model_name: frozen.input.model.version,
    prompt_id: asked.promptId,
    side,
    ...forecast,
    ...pick(market, 'question', 'theater', 'event_type', 'resolves_at'),
    closes_at: frozen.input.question.closes_at,
    market_yes_price: quoted.yes_price,
    market_yes_bid: quoted.yes_bid,
    market_yes_ask: quoted.yes_ask,
    spread: quoted.spread,
    replay_bundle_id: asked.id,
    evidence_sha256: shownInput(frozen.input, 'A').evidenceSha256,
    bundle_sha256: bundleSha256,
    incoherent: incoherentForecasts(frozen.input, forecast.probability_yes, asked.joint ?? []),
    unsupported: [...asked.unsupported],
    draws: asked.draws.map(({ probability_yes: probabilityYes }) => probabilityYes),
    asked_with: asked.joint?.length ?? null,
    exclusive: frozen.input.question.group?.exclusive ?? null,
    intel_num_items: summary.num_items,
    intel_by_source_type: JSON.stringify(summary.by_source_type),
    intel_languages: [...summary.languages],
    origin: 'pipeline',
    population: OWN_POPULATION,
    trigger: asked.trigger,
    alert_id: asked.alertId,
    confluence_score: asked.confluenceScore,
    tokens_in: reply.tokensIn,
    tokens_out: reply.tokensOut,
    latency_ms: asked.latencyMs,
    state: 'open',
  };
};

export const tradeId = (predictionId: string, side: Side): string =>
  `t-${sha256Hex(`${predictionId}|${side}`).slice(0, 24)}`;

export const tradeRow = (
  asked: Asked,
  madeAt: string,
  bundleSha256: string,
  decision: Extract<TradeDecision, { kind: 'trade' }>,
  stakeUsd: number,
) => {
  const { exchange, ticker } = asked.market;
  const mid = asked.frozen.input.market.yes_price;
  return {
    trade_id: tradeId(asked.id, decision.side),
    prediction_id: asked.id,
    exchange,
    ticker,
    side: decision.side,
    status: 'open',
    // Unique while open: a constraint of the database rejects a second position on the same side.
    open_position: `${exchange}|${ticker}|${decision.side}`,
    opened_at: madeAt,
    opened_at_ms: Date.parse(madeAt),
    entry_price: decision.price,
    entry_mid: mid === null ? null : ofSide(decision.side, mid),
    size: decision.size,
    stake_usd: stakeUsd,
    fee_usd: feeUsd(exchange, decision.size, decision.price, asked.market),
    fee_rate: asked.market.fee_rate ?? null,
    fee_exponent: asked.market.fee_exponent ?? null,
    confidence: asked.forecast.confidence,
    probability_yes: asked.forecast.probability_yes,
    edge: decision.edge,
    origin: 'pipeline',
    population: OWN_POPULATION,
    bundle_sha256: bundleSha256,
    replay_bundle_id: asked.id,
  };
};
