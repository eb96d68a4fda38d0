/**
 * What is logged of a forecast beside its bundle: the rules in force, the plan of a day, the intent to ask,
 * the paper trade, the answers of other models. Pure; docs/registry.md states every member.
 */
import { canonicalJson, compareCodePoints } from '../common/canonical-json';
import { sha256Hex } from '../common/sha256';
import type { Environment } from '../config/environment';
import { logDocument } from '../registry/log-document';
import type { AppendRequest } from '../registry/log.service';
import type { Forecast, Direction } from './forecast';
import type { Provider } from './forecast-model';
import type { FrozenInput } from './input/forecast-input';
import type { Instructions } from './instructions.provider';
import { STOP_LOSS_SHARE, TAKE_PROFIT_SHARE, type TradeDecision } from './paper-trade';
import { tradeId, tradeRow, type Asked } from './prediction-rows';
import { PRICE_MOVE } from './selection/due';

/** Ids of what belongs to one bundle share its digits. */
const digitsOf = (bundleId: string): string => bundleId.replace(/^rb-/, '');

export const intentId = (bundleId: string): string => `in-${digitsOf(bundleId)}`;

export const planId = (date: string): string => `pl-${date}`;

export interface PolicyParts {
  readonly environment: Environment;
  readonly codeVersion: string;
  readonly codeCommit: string | null;
  /** The recorded model, or null when it is off. */
  readonly model: { readonly provider: string; readonly modelName: string } | null;
  readonly shadows: readonly string[];
  readonly instructions: Pick<Instructions, 'id' | 'sha256'>;
}

/** The rules that a policy states. */
export const policyRules = (parts: PolicyParts): Readonly<Record<string, unknown>> => {
  const { environment, model, instructions } = parts;
  return {
    code_version: parts.codeVersion,
    code_commit: parts.codeCommit,
    confluence_window_hours: environment.confluenceWindowHours,
    model_provider: model?.provider ?? null,
    model_name: model?.modelName ?? null,
    model_draws: environment.modelDraws,
    shadow_models: [...parts.shadows].sort(),
    prompt_id: instructions.id,
    prompt_sha256: instructions.sha256,
    model_min_score: environment.modelMinScore,
    model_price_move: PRICE_MOVE,
    model_repeat_hours: environment.modelRepeatHours,
    model_calls_per_tick: environment.modelCallsPerTick,
    model_calls_per_day: environment.modelCallsPerDay,
    trade_min_confidence: environment.tradeMinConfidence,
    trade_min_edge: environment.tradeMinEdge,
    trade_stake_usd: environment.tradeStakeUsd,
    trade_take_profit_share: TAKE_PROFIT_SHARE,
    trade_stop_loss_share: STOP_LOSS_SHARE,
    track_record_days: environment.trackRecordDays,
  };
};

/** @param supersedes SHA-256 of the policy before, or null */
export const policyRequest = (
  rules: Readonly<Record<string, unknown>>,
  supersedes: string | null,
): AppendRequest => {
  const id = `po-${sha256Hex(`${canonicalJson(rules)}|${supersedes ?? ''}`).slice(0, 32)}`;
  return {
    id,
    kind: 'policy',
    build: ({ madeAt }) => logDocument('policy', id, madeAt, { rules, supersedes }),
  };
};

export interface PlannedMarket {
  readonly exchange: string;
  readonly ticker: string;
  /** The exchange's group of markets, or null. */
  readonly event: string | null;
}

export const planRequest = (
  date: string,
  markets: readonly PlannedMarket[],
  budget: { readonly calls_per_day: number; readonly calls_per_tick: number },
  policySha256: (sha256Of: (id: string) => string) => string,
): AppendRequest => {
  const id = planId(date);
  const sorted = markets
    .map(({ exchange, ticker, event }) => ({ exchange, ticker, event }))
    .sort(
      (left, right) =>
        compareCodePoints(left.exchange, right.exchange) ||
        compareCodePoints(left.ticker, right.ticker),
    );
  return {
    id,
    kind: 'plan',
    build: ({ madeAt, sha256Of }) =>
      logDocument('plan', id, madeAt, {
        date,
        policy_sha256: policySha256(sha256Of),
        budget,
        markets: sorted,
      }),
  };
};

/** That a market is about to be asked about. @param bundleId id of the bundle to come */
export const intentRequest = (
  bundleId: string,
  { input, sha256 }: FrozenInput,
  policySha256: string,
): AppendRequest => {
  const id = intentId(bundleId);
  return {
    id,
    kind: 'intent',
    build: ({ madeAt }) =>
      logDocument('intent', id, madeAt, {
        exchange: input.question.exchange,
        ticker: input.question.ticker,
        asked_at: madeAt,
        input_sha256: sha256,
        model: input.model,
        prompt_sha256: input.model.prompt_sha256,
        trigger: input.trigger,
        alert_id: input.alert?.id ?? null,
        policy_sha256: policySha256,
      }),
  };
};

/** The opening of a paper trade, behind its bundle in the same append. */
export const tradeRequest = (
  asked: Asked,
  decision: Extract<TradeDecision, { kind: 'trade' }>,
  stakeUsd: number,
  policySha256: string,
): AppendRequest => {
  const id = tradeId(asked.id, decision.side);
  return {
    id,
    kind: 'trade',
    build: ({ madeAt, sha256Of }) => {
      const bundleSha256 = sha256Of(asked.id);
      const row = tradeRow(asked, madeAt, bundleSha256, decision, stakeUsd);
      const document = logDocument('trade', id, madeAt, {
        bundle_id: asked.id,
        bundle_sha256: bundleSha256,
        policy_sha256: policySha256,
        exchange: row.exchange,
        ticker: row.ticker,
        side: row.side,
        opened_at: madeAt,
        price: row.entry_price,
        size: row.size,
        fee_usd: row.fee_usd,
        stake_usd: row.stake_usd,
        entry_mid: row.entry_mid,
        edge: row.edge,
        quote: asked.frozen.input.market,
      });
      const trade = { ...row, record_sha256: document.sha256 };
      return { ...document, also: [{ query: 'forecasting/create-trade', params: { trade } }] };
    },
  };
};

export interface ShadowAnswer {
  readonly asked: Asked;
  readonly provider: Provider;
  /** Model name that the provider says it used. */
  readonly modelName: string;
  readonly forecast: Forecast;
  /** SHA-256 of the bundle whose input it answered. */
  readonly bundleSha256: string;
}

/** @param row the answer as the graph keeps it, for an instant @param answer what another model said */
export const shadowRequest = (
  { asked, provider, modelName, forecast, bundleSha256 }: ShadowAnswer,
  row: (madeAt: string) => Record<string, unknown>,
): AppendRequest => {
  const id = `sh-${digitsOf(asked.id)}-${provider}`;
  const direction: Direction = forecast.direction;
  return {
    id,
    kind: 'shadow',
    build: ({ madeAt }) => ({
      ...logDocument('shadow', id, madeAt, {
        bundle_id: asked.id,
        bundle_sha256: bundleSha256,
        exchange: asked.market.exchange,
        ticker: asked.market.ticker,
        input_sha256: asked.frozen.sha256,
        model: { name: provider, version: modelName },
        prediction: {
          probability_yes: forecast.probabilityYes,
          confidence: forecast.confidence,
          direction,
          reasoning: forecast.reasoning,
        },
      }),
      also: [
        {
          query: 'forecasting/create-shadow-prediction',
          params: { prediction: row(madeAt) },
        },
      ],
    }),
  };
};
