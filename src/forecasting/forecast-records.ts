/**
 * Log records of a forecast besides its bundle: rules, plan of a day, intent, paper trade, shadow answers. Pure;
 * docs/registry.md documents every member.
 */
import { inventedArchive } from '../registry/captures/anchor';
import { canonicalJson } from '../platform/common/canonical-json';
import { sha256Hex } from '../platform/common/sha256';
import { cleanText, cut } from '../platform/common/plain-text';
import type { Environment } from '../platform/config/environment';
import type { MarketKey } from '../markets/market-key';
import { planId } from '../registry/log/coverage';
import { compareMarkets } from '../registry/log/day-file';
import { documentRequest } from '../registry/log/log-document';
import type { AppendRequest, LogSlot } from '../registry/log/log.service';
import { BLEND_PRICE_SHARE, CALIBRATION_MARKETS_MIN, COMBINATION } from '../grading/combination-rules';
import { shownInput, type Arm } from './input/arms';
import type { FrozenInput } from './input/forecast-input';
import type { Instructions } from './instructions.provider';
import type { JointInput } from './joint-call';
import { STOP_LOSS_SHARE, TAKE_PROFIT_SHARE, type TradeDecision } from './paper-trade';
import { OWN_POPULATION, tradeId, tradeRow, type Asked } from './prediction-rows';
import { PRICE_MOVE, QUOTE_TICKS } from './selection/due';
import type { ShadowAsk, ShadowReply } from './shadow-asker.service';
import { pick } from '../platform/common/pick';

/** Ids of all records of a bundle share its digits. */
const digitsOf = (bundleId: string): string => bundleId.replace(/^rb-/, '');

export const intentId = (bundleId: string): string => `in-${digitsOf(bundleId)}`;

interface PolicyParts {
  readonly environment: Environment;
  readonly codeVersion: string;
  readonly codeCommit: string | null;
  /** The recorded model, or null if disabled. */
  readonly model: { readonly provider: string; readonly modelName: string } | null;
  readonly shadows: readonly string[];
  readonly instructions: Pick<Instructions, 'id' | 'sha256'>;
}

/** Version of the rules for writing and verifying a log; docs/registry.md documents each. */
const LOG_FORMAT = 2;
/** Days after a forecast market's deadline before a missing settlement is counted. */
const SETTLEMENT_DAYS = 7;

export const policyRules = (parts: PolicyParts): Readonly<Record<string, unknown>> => {
  const { environment, model, instructions } = parts;
  const archive = inventedArchive(environment);
  return {
    log_format: LOG_FORMAT,
    code_version: parts.codeVersion,
    code_commit: parts.codeCommit,
    confluence_window_hours: environment.confluenceWindowHours,
    model_provider: model?.provider ?? null,
    model_name: model?.modelName ?? null,
    model_draws: environment.modelDraws,
    model_markets_per_call: environment.modelMarketsPerCall,
    shadow_models: [...parts.shadows].sort(),
    shadow_calls_per_day: environment.shadowCallsPerDay,
    arms: [...environment.modelArms],
    arm_calls_per_day: environment.armCallsPerDay,
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
    quote_max_seconds: QUOTE_TICKS * environment.pollIntervalSeconds,
    settlement_days: SETTLEMENT_DAYS,
    track_record_days: environment.trackRecordDays,
    blend_price_share: BLEND_PRICE_SHARE,
    calibration_markets_min: CALIBRATION_MARKETS_MIN,
    combination: COMBINATION,
    ...(archive === null ? {} : { archive }),
  };
};

/** @param supersedes SHA-256 of the previous policy, or null */
export const policyRequest = (rules: Readonly<Record<string, unknown>>, supersedes: string | null): AppendRequest => {
  const id = `po-${sha256Hex(`${canonicalJson(rules)}|${supersedes ?? ''}`).slice(0, 32)}`;
  return documentRequest('policy', id, () => ({ rules, supersedes }));
};

interface PlannedMarket extends MarketKey {
  /** The exchange's group of markets, or null. */
  readonly event: string | null;
}

export const planRequest = (
  date: string,
  markets: readonly PlannedMarket[],
  budget: { readonly calls_per_day: number; readonly calls_per_tick: number },
  policySha256: (sha256Of: (id: string) => string) => string,
): AppendRequest => {
  const sorted = markets.map(({ exchange, ticker, event }) => ({ exchange, ticker, event })).sort(compareMarkets);
  return documentRequest('plan', planId(date), ({ sha256Of }) => ({
    date,
    policy_sha256: policySha256(sha256Of),
    budget,
    markets: sorted,
  }));
};

export interface Prepared {
  /** Id of the future bundle. */
  readonly bundleId: string;
  readonly frozen: FrozenInput;
  /** The exchange's group of markets, or null; logged with the intent. */
  readonly event: string | null;
  readonly beside: readonly ShadowAsk[];
  /** All markets of its call, or null if it is the only one. */
  readonly joint: readonly JointInput[] | null;
}

export const intentRequest = (
  { bundleId, frozen: { input, sha256 }, event, beside, joint }: Prepared,
  policySha256: string,
): AppendRequest =>
  documentRequest('intent', intentId(bundleId), ({ madeAt }) => ({
    exchange: input.question.exchange,
    ticker: input.question.ticker,
    event,
    asked_at: madeAt,
    input_sha256: sha256,
    model: input.model,
    prompt_sha256: input.model.prompt_sha256,
    trigger: input.trigger,
    alert_id: input.alert?.id ?? null,
    policy_sha256: policySha256,
    beside: beside.map(({ model, arm }) => ({
      arm,
      input_sha256: shownInput(input, arm).inputSha256,
      model: { name: model.provider, version: model.modelName },
    })),
    joint: joint ?? undefined,
  }));

/** Record of a paper trade's opening, after its bundle in the same append. */
export const tradeRequest = (
  asked: Asked,
  decision: Extract<TradeDecision, { kind: 'trade' }>,
  stakeUsd: number,
  policySha256: string,
): AppendRequest => {
  const rowAt = ({ madeAt, sha256Of }: LogSlot) => tradeRow(asked, madeAt, sha256Of(asked.id), decision, stakeUsd);
  return documentRequest(
    'trade',
    tradeId(asked.id, decision.side),
    (slot) => {
      const row = rowAt(slot);
      return {
        bundle_id: asked.id,
        bundle_sha256: row.bundle_sha256,
        policy_sha256: policySha256,
        ...pick(row, 'exchange', 'ticker', 'side', 'opened_at'),
        price: row.entry_price,
        ...pick(row, 'size', 'fee_usd', 'fee_rate', 'fee_exponent', 'stake_usd', 'entry_mid', 'edge'),
        quote: asked.frozen.input.market,
      };
    },
    (sha256, slot) => [{ query: 'forecasting/create-trade', row: { ...rowAt(slot), record_sha256: sha256 } }],
  );
};

interface ShadowAnswer extends ShadowReply {
  /** Bundle whose input, or an arm of it, was answered. */
  readonly bundleId: string;
  readonly intentSha256: string;
  readonly frozen: FrozenInput;
}

const shadowId = (bundleId: string, provider: string, arm: Arm): string =>
  `sh-${digitsOf(bundleId)}-${provider}${arm === 'A' ? '' : `-${arm.toLowerCase()}`}`;

/** Record of a shadow answer, after its bundle in the same append. */
export const shadowRequest = (answer: ShadowAnswer): AppendRequest => {
  const { bundleId, arm, model, forecast, frozen, reply, unsupported } = answer;
  const id = shadowId(bundleId, model.provider, arm);
  const { question } = frozen.input;
  const shown = shownInput(frozen.input, arm);
  return documentRequest(
    'shadow',
    id,
    ({ sha256Of }) => ({
      bundle_id: bundleId,
      bundle_sha256: sha256Of(bundleId),
      intent_sha256: answer.intentSha256,
      arm,
      exchange: question.exchange,
      ticker: question.ticker,
      input_sha256: shown.inputSha256,
      evidence_sha256: shown.evidenceSha256,
      model: { name: model.provider, version: versionOf(reply, model.modelName) },
      prediction: forecast,
      unsupported: unsupported.length === 0 ? undefined : unsupported,
    }),
    (sha256, { madeAt }) => [
      {
        query: 'forecasting/create-shadow-prediction',
        row: {
          id,
          bundle_id: bundleId,
          arm,
          model: model.provider,
          // The requested name, as in the intent; the record has the name in the response.
          model_name: model.modelName,
          made_at: madeAt,
          made_at_ms: Date.parse(madeAt),
          ...forecast,
          unsupported: [...unsupported],
          evidence_sha256: shown.evidenceSha256,
          record_sha256: sha256,
          population: OWN_POPULATION,
          tokens_in: tokens(reply.tokensIn),
          tokens_out: tokens(reply.tokensOut),
        },
      },
    ],
  );
};

const VERSION_LENGTH_MAX = 200;

/**
 * The model name in a response. A shadow may be any server: an invalid name must not prevent the recorded forecast from
 * being logged.
 */
const versionOf = ({ modelName }: ShadowReply['reply'], asked: string): string => {
  const said: unknown = modelName;
  const version = typeof said === 'string' ? cut(cleanText(said).trim(), VERSION_LENGTH_MAX) : '';
  return version === '' ? asked : version;
};

const tokens = (count: number | null): number | null => (Number.isSafeInteger(count) ? count : null);
