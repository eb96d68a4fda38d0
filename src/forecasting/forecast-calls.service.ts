import { Inject, Injectable } from '@nestjs/common';
import { present } from '../platform/common/assert';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { EvidenceRule } from '../evidence/evidence-rule';
import type { Forecast } from './forecast';
import type { Concluded, Intents } from './forecast-log.service';
import type { Prepared } from './forecast-records';
import { MarketsService } from '../markets/markets.service';
import { quoteOfBook } from '../markets/quote';
import type { ModelReply } from '../platform/models/language-model';
import { ForecastingRepository } from './forecasting.repository';
import { shownInput, type Arm } from './input/arms';
import type { ForecastInput, FrozenInput } from './input/forecast-input';
import { renderInputs } from './input/render-joint';
import { readInstructions, type Instructions } from './instructions.provider';
import { inOneCall, shareOf, type JointForecast } from './joint-call';
import { medianForecast } from './median-forecast';
import { ModelAsker } from './model-asker.service';
import { decideTrade, type TradeDecision } from './paper-trade';
import type { Asked } from './prediction-rows';
import { buildPrompt, type ForecastPrompt } from './prompt';
import { bundleId } from './replay-bundle';
import type { Wanted } from './selection/due';
import { ShadowAsker, type ShadowAsk } from './shadow-asker.service';
import { SnapshotService } from './snapshot.service';
import { unsupportedIn } from './unsupported';

interface FrozenMarket {
  readonly wanted: Wanted;
  readonly frozen: FrozenInput;
  readonly bundleId: string;
}

/** A market with its frozen input, before the call. */
interface Ready extends Prepared {
  readonly wanted: Wanted;
}

interface ReadyCall {
  readonly markets: readonly Ready[];
  /** Markets that did not fit: they remain due. */
  readonly crowdedOut: readonly Wanted[];
  /** Trigger of the call, to which it is charged. */
  readonly trigger: Wanted['trigger'];
  readonly beside: readonly ShadowAsk[];
  readonly promptOf: (arm: Arm) => ForecastPrompt;
}

/** The model's result for a market, before recording. */
export type Considered =
  | { readonly kind: 'answered'; readonly concluded: Concluded }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** Model calls on one market, or several of an event: frozen, then sent. */
@Injectable()
export class ForecastCalls {
  private readonly instructions: Instructions;

  constructor(
    private readonly repository: ForecastingRepository,
    private readonly asker: ModelAsker,
    private readonly shadows: ShadowAsker,
    private readonly snapshots: SnapshotService,
    private readonly markets: MarketsService,
    @Inject(EvidenceRule) private readonly rule: EvidenceRule,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.instructions = readInstructions();
  }

  /** Freezes the inputs of some calls. @param now UTC ms */
  async prepare(calls: readonly (readonly Wanted[])[], now: number, signal: AbortSignal): Promise<ReadyCall[]> {
    const beside = await this.shadows.reserve(calls.length, now);
    const deep = await Promise.all(
      calls.map((call) => Promise.all(call.map((wanted) => this.withDepth(wanted, now, signal)))),
    );
    const inputs = await this.snapshots.freeze(
      deep.flat().map((wanted) => ({
        market: wanted.candidate.market,
        trigger: wanted.trigger,
        alertId: alertOf(wanted),
      })),
      this.asker.recorded,
      this.instructions,
      now,
    );
    return deep.map((call, index) => {
      const frozen = inputs.splice(0, call.length).map((input, nth) => ({
        wanted: present(call[nth], 'market'),
        frozen: input,
        bundleId: bundleId(input, now),
      }));
      return this.readyCall(frozen, beside[index] ?? []);
    });
  }

  /** Reads the book's sizes before freezing a price at which a trade may follow. */
  private async withDepth(wanted: Wanted, now: number, signal: AbortSignal): Promise<Wanted> {
    const { market } = wanted.candidate;
    const { yes_bid, yes_ask, bid_size, ask_size } = market;
    const isKnown = (price: number | null, size: number | null | undefined): boolean =>
      price === null || typeof size === 'number';
    if (isKnown(yes_bid, bid_size) && isKnown(yes_ask, ask_size)) return wanted;
    const book = await this.markets.bookOf(market, signal);
    if (book === null) return wanted;
    const quoted = { ...market, ...quoteOfBook(book, market.yes_price), quoted_at: now };
    return { ...wanted, candidate: { ...wanted.candidate, market: quoted } };
  }

  /** Calls the model on frozen, announced inputs; returns its result per market. */
  async make(
    { markets, trigger, beside, promptOf }: ReadyCall,
    intents: Intents,
    now: number,
    signal: AbortSignal,
  ): Promise<Considered[]> {
    if (intents.kind === 'refused') {
      await this.shadows.giveBack(beside, now);
      const reason = `the log takes no record: ${intents.reason}`;
      return markets.map(() => ({ kind: 'skipped', reason }));
    }
    const began = performance.now();
    const answered = await this.asker.draw(promptOf('A'), trigger, now, signal);
    const latencyMs = Math.round(performance.now() - began);
    if (answered.kind !== 'answered') {
      await this.shadows.giveBack(beside, now);
      return markets.map(() => answered);
    }
    const replies = await this.shadows.ask(beside, promptOf, now, signal);
    const drawsOf = (index: number): Forecast[] =>
      answered.draws.map((forecasts) => present(forecasts[index], 'forecast'));
    const joint = jointForecasts(markets, drawsOf);
    const termsOf = (said: readonly Forecast[], arm: Arm) =>
      this.unsupportedBy(said, withoutMemory(promptOf(arm).user, markets));
    const unsupported = termsOf(answered.draws.flat(), 'A');
    const others = replies.map((one) => ({ ...one, unsupported: termsOf(one.forecasts, one.arm) }));
    const considered: Considered[] = [];
    for (const [index, { wanted, bundleId: id, frozen }] of markets.entries()) {
      const asked: Asked = {
        id,
        market: wanted.candidate.market,
        frozen,
        forecast: medianForecast(drawsOf(index)),
        draws: drawsOf(index),
        reply: partOf(answered.reply, index, markets.length),
        provider: this.asker.recorded.provider,
        promptId: this.instructions.id,
        trigger: wanted.trigger,
        alertId: alertOf(wanted),
        confluenceScore: wanted.candidate.market.confluence_score,
        latencyMs,
        // Of the recorded answer, the one nearest to the median.
        unsupported: unsupported(medianForecast(drawsOf(index))),
        joint,
      };
      const intent = present(intents.byBundle.get(id), 'intent');
      const decision = await this.decide(asked);
      const besides = others.map(({ forecasts, reply, unsupported: termsIn, ...one }) => {
        const forecast = present(forecasts[index], 'forecast');
        return { ...one, forecast, reply: partOf(reply, index, markets.length), unsupported: termsIn(forecast) };
      });
      considered.push({
        kind: 'answered',
        concluded: { asked, intent, decision, beside: besides },
      });
    }
    return considered;
  }

  private readyCall(frozen: readonly FrozenMarket[], beside: readonly ShadowAsk[]): ReadyCall {
    const shown = inOneCall(frozen);
    const joint =
      shown.length === 1
        ? null
        : shown.map((one) => ({
            bundle_id: one.bundleId,
            ticker: one.wanted.candidate.market.ticker,
            input_sha256: one.frozen.sha256,
          }));
    const promptOf = (arm: Arm): ForecastPrompt => {
      const text = renderInputs(
        shown.map(({ frozen: { input, words } }) => ({
          input: shownInput(input, arm).input,
          words,
        })),
      );
      return buildPrompt(this.instructions.text, this.instructions.id, text, shown.length);
    };
    return {
      markets: shown.map((one) => ({ ...one, event: one.wanted.candidate.market.event ?? null, beside, joint })),
      crowdedOut: frozen.filter((one) => !shown.includes(one)).map(({ wanted }) => wanted),
      trigger: present(frozen[0], 'market').wanted.trigger,
      beside,
      promptOf,
    };
  }

  /**
   * Finds unsupported terms of the reasonings of one answer.
   *
   * @param said forecasts of all markets of the call, which mostly share one reasoning
   */
  private unsupportedBy(said: readonly Forecast[], shown: string): (forecast: Forecast) => readonly string[] {
    const own = said.flatMap(({ probability_yes: probabilityYes, confidence }) => [probabilityYes, confidence]);
    const found = new Map<string, readonly string[]>();
    return ({ reasoning }) => {
      const terms = found.get(reasoning) ?? unsupportedIn(reasoning, shown, own, (text) => this.rule.namesIn(text));
      found.set(reasoning, terms);
      return terms;
    };
  }

  private async decide(asked: Asked): Promise<TradeDecision> {
    const decision = decideTrade(asked.forecast, asked.frozen.input.market, {
      minConfidence: this.environment.tradeMinConfidence,
      minEdge: this.environment.tradeMinEdge,
      stakeUsd: this.environment.tradeStakeUsd,
    });
    if (decision.kind === 'none') return decision;
    const open = await this.repository.listPositions(asked.market.exchange, asked.market.ticker);
    return open.includes(decision.side) ? { kind: 'none', reason: 'a position on this side is open' } : decision;
  }
}

const alertOf = ({ candidate: { market }, trigger }: Wanted): string | null =>
  trigger === 'surge' ? market.reevaluate_reason : null;

/** Forecasts of all markets of a call, or null if it had one. */
const jointForecasts = (
  markets: readonly Ready[],
  drawsOf: (index: number) => Forecast[],
): readonly JointForecast[] | null => {
  const [{ joint } = { joint: null }] = markets;
  return (
    joint?.map((one, index) => ({
      ...one,
      probability_yes: medianForecast(drawsOf(index)).probability_yes,
    })) ?? null
  );
};

/** A reply with the tokens charged to one market. */
const partOf = (reply: ModelReply, index: number, markets: number): ModelReply => ({
  ...reply,
  tokensIn: shareOf(reply.tokensIn, index, markets),
  tokensOut: shareOf(reply.tokensOut, index, markets),
});

/** The model's own earlier reasoning does not support new claims. */
const withoutMemory = (
  shown: string,
  markets: readonly { readonly frozen: { readonly input: ForecastInput } }[],
): string =>
  markets
    .flatMap(({ frozen }) => frozen.input.before.flatMap(({ reasoning_end: end }) => end ?? []))
    .reduce((text, end) => text.replace(end, ''), shown);
