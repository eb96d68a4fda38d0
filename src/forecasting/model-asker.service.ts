import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { checkAnswers, type Forecast } from './forecast';
import { FORECAST_MODELS, type ForecastModel, type ModelReply, type Prompt } from './forecast-model';
import { CallBudget, type CallPurpose } from './call-budget.service';
import { ProviderBreaker } from './provider-breaker';
import { DAY_SPENT } from './selection/shares';

/** One answer and, when it is malformed, one more. */
const ATTEMPTS = 2;

/** What came of asking a model. Only what was answered is charged. */
export type Answer =
  | {
      readonly kind: 'answered';
      /** One for each question of the prompt. */
      readonly forecasts: readonly Forecast[];
      readonly reply: ModelReply;
    }
  /** It answered, and nothing usable. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** Nobody answered: no provider, a refused connection, a wrong key, no time, no budget. */
  | { readonly kind: 'unanswered'; readonly reason: string };

/** Every usable answer to one prompt. */
export type Draws =
  | {
      readonly kind: 'answered';
      /** The forecasts of each answer. */
      readonly draws: readonly (readonly Forecast[])[];
      /** The first reply, with the tokens of all. */
      readonly reply: ModelReply;
    }
  | Exclude<Answer, { kind: 'answered' }>;

/** Asks a model one question, within the budget of the day, and believes only an answer that checks. */
@Injectable()
export class ModelAsker {
  private readonly logger = new Logger(ModelAsker.name);
  private readonly breakers = new Map<string, ProviderBreaker>();

  constructor(
    private readonly budget: CallBudget,
    @Inject(FORECAST_MODELS) private readonly models: readonly ForecastModel[],
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Why no prediction can be made, or null. */
  get offReason(): string | null {
    if (this.environment.model === 'off') return 'MODEL is off';
    if (this.environment.model !== 'claude')
      return `schema 0.1.0 records claude only: ${this.environment.model} can run as a shadow`;
    return this.recorded.offReason;
  }

  /** Why the recorded model is not asked now although it is on, or null. @param now UTC ms */
  pausedFor(now: number): string | null {
    return this.breakerOf(this.recorded).closedFor(now);
  }

  /** Whether the last call to the recorded model failed. */
  get doubtful(): boolean {
    return this.breakerOf(this.recorded).doubtful;
  }

  /** The model whose predictions are recorded. */
  get recorded(): ForecastModel {
    const model = this.models.find(({ provider }) => provider === 'claude');
    if (model === undefined) throw new Error('No client for claude');
    return model;
  }

  /** Models that answer the same input beside the recorded one. */
  get shadows(): readonly ForecastModel[] {
    return this.models.filter(
      (model) =>
        model !== this.recorded && this.environment.modelShadows.includes(model.provider) && model.offReason === null,
    );
  }

  /**
   * Asks once, outside of any budget: whoever calls this has taken the call already.
   *
   * @param now UTC ms
   */
  async askOnce(model: ForecastModel, prompt: Prompt, now: number, signal: AbortSignal): Promise<Answer> {
    const paused = this.breakerOf(model).closedFor(now);
    if (paused !== null) return { kind: 'unanswered', reason: paused };
    const called = await this.call(model, prompt, now, signal);
    if (called.kind === 'unanswered') return called;
    const check = checkAnswers(called.reply.answer, prompt.questions);
    return check.kind === 'forecasts'
      ? { kind: 'answered', forecasts: check.forecasts, reply: called.reply }
      : { kind: 'skipped', reason: check.reason };
  }

  /**
   * Asks the recorded model for as many answers to one prompt as are wanted. Fewer usable answers than
   * wanted are an answer too; none is not.
   *
   * @param now UTC ms
   */
  async draw(prompt: Prompt, purpose: CallPurpose, now: number, signal: AbortSignal): Promise<Draws> {
    const draws: (readonly Forecast[])[] = [];
    let reply: ModelReply | null = null;
    let failed: Exclude<Answer, { kind: 'answered' }> | null = null;
    while (draws.length < this.environment.modelDraws && failed === null) {
      const answered = await this.answer(this.recorded, prompt, purpose, now, signal);
      if (answered.kind === 'answered') {
        draws.push(answered.forecasts);
        reply = reply === null ? answered.reply : together(reply, answered.reply);
      } else failed = answered;
    }
    if (reply !== null) return { kind: 'answered', draws, reply };
    return failed ?? { kind: 'unanswered', reason: 'no answer was asked for' };
  }

  /**
   * Asks once, and once more when the answer is malformed.
   *
   * @param now UTC ms
   */
  async answer(
    model: ForecastModel,
    prompt: Prompt,
    purpose: CallPurpose,
    now: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    let malformed: string | null = null;
    for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt += 1) {
      if ((await this.budget.take(now, purpose, 1)) === 0) return unusable(malformed, DAY_SPENT);
      const called = await this.call(model, prompt, now, signal);
      if (called.kind === 'unanswered') {
        await this.budget.giveBack(now, purpose, 1);
        return unusable(malformed, called.reason);
      }
      const check = checkAnswers(called.reply.answer, prompt.questions);
      if (check.kind === 'forecasts') return { kind: 'answered', forecasts: check.forecasts, reply: called.reply };
      malformed = check.reason;
    }
    return unusable(malformed, 'the tick ended');
  }

  private async call(
    model: ForecastModel,
    prompt: Prompt,
    now: number,
    signal: AbortSignal,
  ): Promise<{ kind: 'reply'; reply: ModelReply } | { kind: 'unanswered'; reason: string }> {
    const breaker = this.breakerOf(model);
    try {
      const timeout = AbortSignal.timeout(this.environment.modelTimeoutSeconds * 1000);
      const reply = await model.ask(prompt, AbortSignal.any([signal, timeout]));
      breaker.succeeded();
      return { kind: 'reply', reply };
    } catch (error) {
      if (signal.aborted) return { kind: 'unanswered', reason: 'the tick ended' };
      const reason = failureOf(error);
      breaker.failed(reason, now);
      this.logger.warn(`${model.provider} was not reached: ${reason}`);
      return { kind: 'unanswered', reason };
    }
  }

  private breakerOf({ provider }: ForecastModel): ProviderBreaker {
    const known = this.breakers.get(provider) ?? new ProviderBreaker(provider);
    this.breakers.set(provider, known);
    return known;
  }
}

/** A malformed answer was an answer, whatever happened to the next call. */
const unusable = (malformed: string | null, reason: string): Exclude<Answer, { kind: 'answered' }> =>
  malformed === null ? { kind: 'unanswered', reason } : { kind: 'skipped', reason: malformed };

const together = (first: ModelReply, further: ModelReply): ModelReply => ({
  ...first,
  tokensIn: sum(first.tokensIn, further.tokensIn),
  tokensOut: sum(first.tokensOut, further.tokensOut),
});

const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

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
  if (status === 401 || status === 403) return `the provider refused the key (status ${status})`;
  return `the call to the model failed (${status === undefined ? (name ?? 'unknown') : `status ${status}`})`;
};
