import { Inject, Injectable } from '@nestjs/common';
import { formatMillis } from '../common/utc-time';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { checkAnswer, type Forecast } from './forecast';
import {
  FORECAST_MODELS,
  type ForecastModel,
  type ModelReply,
  type Prompt,
} from './forecast-model';
import { ForecastingRepository } from './forecasting.repository';

/** Why a market is not asked about when the budget of the day is spent. */
export const DAY_SPENT = 'the calls of this day are spent';

/** One answer and, when it is malformed, one more. */
const ATTEMPTS = 2;

export type Answer =
  | { readonly kind: 'answered'; readonly forecast: Forecast; readonly reply: ModelReply }
  | { readonly kind: 'skipped'; readonly reason: string };

/** Every usable answer to one input. */
export type Draws =
  | {
      readonly kind: 'answered';
      readonly draws: readonly Forecast[];
      /** The first reply, with the tokens of all. */
      readonly reply: ModelReply;
    }
  | { readonly kind: 'skipped'; readonly reason: string };

/** Asks a model one question, within the budget of the day, and believes only an answer that checks. */
@Injectable()
export class ModelAsker {
  constructor(
    private readonly repository: ForecastingRepository,
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

  /** The model whose predictions are recorded. */
  get recorded(): ForecastModel {
    const model = this.models.find(({ provider }) => provider === 'claude');
    if (model === undefined) throw new Error('No client for claude');
    return model;
  }

  /** Models that are asked the same, apart from the record. */
  get shadows(): readonly ForecastModel[] {
    const wanted = this.environment.shadowModels.split(',').map((name) => name.trim());
    return this.models.filter(
      (model) =>
        model !== this.recorded && wanted.includes(model.provider) && model.offReason === null,
    );
  }

  /** Takes calls from the budget of the day; resolves to how many it had left. @param now UTC ms */
  reserve(now: number, wanted: number): Promise<number> {
    const date = formatMillis(now).slice(0, 10);
    return this.repository.reserveCalls(date, wanted, this.environment.modelCallsPerDay);
  }

  /**
   * Asks the recorded model for as many answers to one input as are wanted. One call is taken from the
   * budget already. Fewer usable answers than wanted are an answer too; none is not.
   */
  async draw(prompt: Prompt, now: number, signal: AbortSignal): Promise<Draws> {
    const draws: Forecast[] = [];
    let reply: ModelReply | null = null;
    for (let index = 0; index < this.environment.modelDraws; index += 1) {
      const reserved = index === 0 ? 1 : 0;
      const answered = await this.answer(this.recorded, prompt, now, signal, reserved);
      if (answered.kind === 'skipped') {
        if (reply === null) return answered;
        break;
      }
      draws.push(answered.forecast);
      reply = reply === null ? answered.reply : together(reply, answered.reply);
    }
    return reply === null
      ? { kind: 'skipped', reason: 'no answer was asked for' }
      : { kind: 'answered', draws, reply };
  }

  /**
   * Asks once, and once more when the answer is malformed or the call failed.
   *
   * @param now UTC ms
   * @param reserved calls taken from the budget for this answer already; each further one is taken here
   */
  async answer(
    model: ForecastModel,
    prompt: Prompt,
    now: number,
    signal: AbortSignal,
    reserved: number,
  ): Promise<Answer> {
    let reason = '';
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt >= reserved && (await this.reserve(now, 1)) === 0)
        return { kind: 'skipped', reason: reason === '' ? DAY_SPENT : `${reason}; ${DAY_SPENT}` };
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
}

const together = (first: ModelReply, further: ModelReply): ModelReply => ({
  ...first,
  tokensIn: sum(first.tokensIn, further.tokensIn),
  tokensOut: sum(first.tokensOut, further.tokensOut),
});

const sum = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b;

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
