import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import type { LanguageModel, ModelReply } from '../platform/models/language-model';
import { ModelCaller, type ModelUse } from '../platform/models/model-caller.service';
import { CallBudget } from './call-budget.repository';
import { checkAnswers, type Forecast } from './forecast';
import type { ForecastPrompt } from './prompt';
import { DAY_SPENT } from './selection/shares';
import type { Trigger } from './trigger';

/** One attempt, and one retry after a malformed answer. */
const ATTEMPTS = 2;

/** Result of a model request. Only responses are charged. */
export type Answer =
  | {
      readonly kind: 'answered';
      /** One per question of the prompt. */
      readonly forecasts: readonly Forecast[];
      readonly reply: ModelReply;
    }
  | { readonly kind: 'skipped'; readonly reason: string }
  /** No response: no provider, a refused connection, a wrong key, timeout, or no budget. */
  | { readonly kind: 'unanswered'; readonly reason: string };

export type Draws =
  | {
      readonly kind: 'answered';
      readonly draws: readonly (readonly Forecast[])[];
      /** The first reply, with the total tokens. */
      readonly reply: ModelReply;
    }
  | Exclude<Answer, { kind: 'answered' }>;

/** Calls a model within the daily budget, and returns only validated answers. */
@Injectable()
export class ModelAsker {
  constructor(
    private readonly budget: CallBudget,
    private readonly caller: ModelCaller,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Why no prediction can be made, or null. */
  get offReason(): string | null {
    if (this.environment.model === 'off') return 'MODEL is off';
    if (this.environment.model !== 'claude')
      return `schema 0.1.0 records claude only: ${this.environment.model} can run as a shadow`;
    return this.recorded.offReason;
  }

  /** Why the enabled recorded model is paused, or null. @param now UTC ms */
  pausedFor(now: number): string | null {
    return this.caller.pausedFor(this.recorded, now);
  }

  /** Whether the last call to the recorded model failed. */
  get doubtful(): boolean {
    return this.caller.isDoubtful(this.recorded);
  }

  /** The model whose predictions are recorded. */
  get recorded(): LanguageModel {
    const model = this.caller.models.find(({ provider }) => provider === 'claude');
    if (model === undefined) throw new Error('No client for claude');
    return model;
  }

  /** Models that answer the recorded model's input in parallel. */
  get shadows(): readonly LanguageModel[] {
    return this.caller.models.filter(
      (model) =>
        model !== this.recorded && this.environment.modelShadows.includes(model.provider) && model.offReason === null,
    );
  }

  /**
   * Sends one request outside the call budget: the caller has already reserved it.
   *
   * @param now UTC ms
   */
  async askOnce(
    model: LanguageModel,
    prompt: ForecastPrompt,
    use: ModelUse,
    now: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    const called = await this.caller.ask(model, prompt, use, now, signal);
    if (called.kind === 'unanswered') return called;
    if (called.kind === 'refused') return { kind: 'skipped', reason: called.reason };
    const check = checkAnswers(called.reply.answer, prompt.questions);
    return check.kind === 'forecasts'
      ? { kind: 'answered', forecasts: check.forecasts, reply: called.reply }
      : { kind: 'skipped', reason: check.reason };
  }

  /**
   * Gets several answers of the recorded model to one prompt. Fewer usable answers than wanted are accepted; none is a
   * failure.
   *
   * @param now UTC ms
   */
  async draw(prompt: ForecastPrompt, purpose: Trigger, now: number, signal: AbortSignal): Promise<Draws> {
    const draws: (readonly Forecast[])[] = [];
    let reply: ModelReply | null = null;
    let failed: Exclude<Answer, { kind: 'answered' }> | null = null;
    const { modelDraws } = this.environment;
    const repeated: ForecastPrompt = { ...prompt, repeated: modelDraws > 1 };
    while (draws.length < modelDraws && failed === null) {
      const answered = await this.answer(repeated, purpose, now, signal);
      if (answered.kind === 'answered') {
        draws.push(answered.forecasts);
        reply = reply === null ? answered.reply : together(reply, answered.reply);
      } else failed = answered;
    }
    if (reply !== null) return { kind: 'answered', draws, reply };
    return failed ?? { kind: 'unanswered', reason: 'no answer was asked for' };
  }

  /** Calls the recorded model once, with one retry after a malformed answer. */
  private async answer(prompt: ForecastPrompt, purpose: Trigger, now: number, signal: AbortSignal): Promise<Answer> {
    let malformed: string | null = null;
    for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt += 1) {
      if ((await this.budget.take(now, purpose, 1)) === 0) return unusable(malformed, DAY_SPENT);
      const called = await this.caller.ask(this.recorded, prompt, 'recorded', now, signal);
      if (called.kind !== 'reply') {
        await this.budget.giveBack(now, purpose, 1);
        return called.kind === 'refused'
          ? { kind: 'skipped', reason: called.reason }
          : unusable(malformed, called.reason);
      }
      const check = checkAnswers(called.reply.answer, prompt.questions);
      if (check.kind === 'forecasts') return { kind: 'answered', forecasts: check.forecasts, reply: called.reply };
      malformed = check.reason;
    }
    return unusable(malformed, 'the tick ended');
  }
}

/** A malformed answer counts as a response, whatever happens in the next call. */
const unusable = (malformed: string | null, reason: string): Exclude<Answer, { kind: 'answered' }> =>
  malformed === null ? { kind: 'unanswered', reason } : { kind: 'skipped', reason: malformed };

const together = (first: ModelReply, further: ModelReply): ModelReply => ({
  ...first,
  tokensIn: sum(first.tokensIn, further.tokensIn),
  tokensOut: sum(first.tokensOut, further.tokensOut),
});

const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);
