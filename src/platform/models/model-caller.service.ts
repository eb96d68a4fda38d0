import { Inject, Injectable, Logger } from '@nestjs/common';
import { cleaned } from '../common/foreign-words';
import { utcDate, formatMillis } from '../common/utc-time';
import { withinTime } from '../common/within-time';
import { ENVIRONMENT, secretsOf, type Environment } from '../config/environment';
import { makeScrubber } from '../config/log-scrubber';
import { Dollars, type Counted, type Hold } from '../upstream/dollars.service';
import { knownModel } from './known-models.provider';
import { isSameModel, LANGUAGE_MODELS, type LanguageModel, type ModelReply, type Prompt } from './language-model';
import { modelFailure } from './model-failure';
import { costUsd, pricesOf, worstUsd } from './prices';
import { MINUTE_MS } from '../common/durations';
import { afterFailure, CLOSED_BREAKER, isOpen, type BreakerState } from '../upstream/circuit-breaker';

/** Two failures in a row are tolerated; then ten minutes, doubling up to an hour. */
const POLICY = { tolerated: 2, baseMs: 10 * MINUTE_MS, capMs: 60 * MINUTE_MS };
/** No jitter, because there is one caller. */
const FULL_PAUSE = 1;

/** State of one provider, in memory: a new process tries once. */
class ProviderBreaker {
  private state: BreakerState = CLOSED_BREAKER;
  private reason = '';

  constructor(private readonly provider: string) {}

  succeeded(): void {
    this.state = CLOSED_BREAKER;
  }

  /** @param reason text without secrets @param now UTC ms @param askedMs delay requested by the provider, or null */
  failed(reason: string, now: number, askedMs: number | null): void {
    this.state = afterFailure(this.state, POLICY, now, FULL_PAUSE, askedMs);
    this.reason = reason;
  }

  get doubtful(): boolean {
    return this.state.failures > 0;
  }

  /** Why the provider is paused, or null. @param now UTC ms */
  closedFor(now: number): string | null {
    return isOpen(this.state, now)
      ? `${this.provider} is left alone until ${formatMillis(this.state.openUntil).slice(0, 19)}Z: ${this.reason}`
      : null;
  }
}

/** The recorded model has priority: all other uses together may spend half of the day's budget. */
export type ModelUse = 'recorded' | 'arm' | 'shadow' | 'judge';

export type Called =
  | { readonly kind: 'reply'; readonly reply: ModelReply }
  /** Request or answer is unusable and would be again: do not retry unchanged. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** No response: no provider, a wrong key, timeout, or no budget. */
  | { readonly kind: 'unanswered'; readonly reason: string };

const FREE_HOLD: Hold = { id: '', usd: 0 };

/** One request at a time, within the daily budget. A rejected request does not count against its provider. */
@Injectable()
export class ModelCaller {
  private readonly logger = new Logger(ModelCaller.name);
  private readonly breakers = new Map<string, ProviderBreaker>();
  private readonly scrub: (words: string) => string;
  /** UTC date on which the recorded model's budget was exhausted, with the message. */
  private spent: { readonly date: string; readonly reason: string } | null = null;

  constructor(
    @Inject(Dollars) private readonly dollars: Pick<Dollars, 'hold' | 'settle'>,
    @Inject(LANGUAGE_MODELS) readonly models: readonly LanguageModel[],
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.scrub = makeScrubber(secretsOf(environment));
  }

  /** Why an enabled model is paused, or null. @param now UTC ms */
  pausedFor(model: LanguageModel, now: number): string | null {
    const spent = this.spent?.date === utcDate(now * 1000) ? this.spent.reason : null;
    return this.breakerOf(model).closedFor(now) ?? spent;
  }

  /** Whether the last request to a model failed: then a single one is tried first. */
  isDoubtful(model: LanguageModel): boolean {
    return this.breakerOf(model).doubtful;
  }

  /** Sends one request. @param now UTC ms */
  async ask(model: LanguageModel, prompt: Prompt, use: ModelUse, now: number, signal: AbortSignal): Promise<Called> {
    const breaker = this.breakerOf(model);
    const paused = breaker.closedFor(now);
    if (paused !== null) return { kind: 'unanswered', reason: paused };
    const prices = pricesOf(model, now);
    // A self-hosted server costs nothing here.
    const hold = model.hosted ? await this.dollars.hold('model', use, worstUsd(prompt, prices), now) : FREE_HOLD;
    if (hold === null) return { kind: 'unanswered', reason: this.noMoney(use, now) };
    const limitMs = this.environment.modelTimeoutSeconds * 1000;
    try {
      const reply = await withinTime(limitMs, signal, (limited) => model.ask(prompt, limited));
      breaker.succeeded();
      const { modelName, tokensIn, tokensOut, tokensCached = 0 } = reply;
      // Another model that answered is billed at its own price.
      const billed = knownModel(model.provider, modelName) === null ? prices : pricesOf({ ...model, modelName }, now);
      await this.settle(hold, costUsd(reply, billed) ?? hold.usd, {
        model: modelName,
        tokensIn: tokensIn ?? 0,
        tokensOut: tokensOut ?? 0,
        tokensCached,
      });
      return this.judged(model, reply);
    } catch (error) {
      const failure = modelFailure(error, model.setting, now);
      if (!failure.mayCost) await this.settle(hold, 0);
      if (signal.aborted) return { kind: 'unanswered', reason: 'the tick ended' };
      const reason = this.scrub(failure.reason);
      this.logger.warn(`${model.provider}: ${reason}`);
      if (failure.isRequests) return { kind: 'refused', reason };
      breaker.failed(reason, now, failure.askedMs);
      return { kind: 'unanswered', reason };
    }
  }

  private async settle(hold: Hold, usd: number, counted?: Counted): Promise<void> {
    if (hold !== FREE_HOLD) await this.dollars.settle(hold, usd, counted);
  }

  private judged(model: LanguageModel, reply: ModelReply): Called {
    if (model.hosted && !isSameModel(model.modelName, reply.modelName))
      return {
        kind: 'refused',
        reason: `${cleaned(reply.modelName)} answered in place of ${model.modelName}: set ${model.setting}`,
      };
    if (reply.unusable !== null) return { kind: 'refused', reason: cleaned(reply.unusable) };
    return { kind: 'reply', reply };
  }

  private noMoney(use: ModelUse, now: number): string {
    const reason = `the dollars of the day are spent (MODEL_DAILY_USD ${this.environment.modelDailyUsd})`;
    if (use === 'recorded') this.spent = { date: utcDate(now * 1000), reason };
    return reason;
  }

  private breakerOf({ provider }: LanguageModel): ProviderBreaker {
    const known = this.breakers.get(provider) ?? new ProviderBreaker(provider);
    this.breakers.set(provider, known);
    return known;
  }
}
