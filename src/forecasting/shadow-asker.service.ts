import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { CallBudget, type OwnPurse } from './call-budget.repository';
import type { LanguageModel, ModelReply } from '../platform/models/language-model';
import type { Forecast } from './forecast';
import type { Arm } from './input/arms';
import type { ModelUse } from '../platform/models/model-caller.service';
import { ModelAsker } from './model-asker.service';
import type { ForecastPrompt } from './prompt';

/** A shadow request: another model, or the recorded one with another arm. */
export interface ShadowAsk {
  readonly model: LanguageModel;
  readonly arm: Arm;
}

export interface ShadowReply extends ShadowAsk {
  readonly forecast: Forecast;
  readonly reply: ModelReply;
  /** Terms of its reasoning that are missing from the input of the arm. */
  readonly unsupported: readonly string[];
}

/** A usable answer, with a forecast per question. */
interface ShadowReplies extends ShadowAsk {
  readonly forecasts: readonly Forecast[];
  readonly reply: ModelReply;
}

const PURSES: Readonly<Record<Arm, OwnPurse>> = { A: 'shadow', B: 'arm_b', C: 'arm_c' };
const USES: Readonly<Record<Arm, ModelUse>> = { A: 'shadow', B: 'arm', C: 'arm' };

/**
 * Sends shadow requests after the recorded model has answered, from separate budgets. Failures here do not affect the
 * recorded forecast.
 */
@Injectable()
export class ShadowAsker {
  private readonly logger = new Logger(ShadowAsker.name);
  private readonly reasons = new Set<string>();

  constructor(
    private readonly asker: ModelAsker,
    private readonly budget: CallBudget,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** All shadow requests for a prompt, before budgets. */
  get wanted(): readonly ShadowAsk[] {
    const shadows = this.asker.shadows.map((model): ShadowAsk => ({ model, arm: 'A' }));
    const { recorded } = this.asker;
    return [...shadows, ...this.environment.modelArms.map((arm) => ({ model: recorded, arm }))];
  }

  /**
   * Reserves shadow calls for some prompts from the daily budgets, in order. Reservations are part of the inputs'
   * intents; calls without a response are returned by {@link ask}.
   *
   * @param now UTC ms
   */
  async reserve(prompts: number, now: number): Promise<readonly (readonly ShadowAsk[])[]> {
    const granted: ShadowAsk[][] = Array.from({ length: prompts }, () => []);
    for (const [purse, asks] of byPurse(this.wanted)) {
      let left = await this.budget.takeOwn(now, purse, prompts * asks.length);
      for (const one of granted) {
        const taken = asks.slice(0, left);
        one.push(...taken);
        left -= taken.length;
      }
    }
    return granted;
  }

  /** Returns reservations of an input that is not asked. @param now UTC ms */
  async giveBack(asks: readonly ShadowAsk[], now: number): Promise<void> {
    for (const [purse, of] of byPurse(asks)) await this.budget.giveBackOwn(now, purse, of.length);
  }

  /** Reasons of missing answers since the last call of this method. */
  takeReasons(): readonly string[] {
    const taken = [...this.reasons];
    this.reasons.clear();
    return taken;
  }

  /** All usable answers. @param promptOf the prompt of an arm @param now UTC ms */
  async ask(
    asks: readonly ShadowAsk[],
    promptOf: (arm: Arm) => ForecastPrompt,
    now: number,
    signal: AbortSignal,
  ): Promise<readonly ShadowReplies[]> {
    const unanswered: ShadowAsk[] = [];
    const replies = await Promise.all(
      asks.map(async (one): Promise<ShadowReplies[]> => {
        const answer = await this.asker.askOnce(one.model, promptOf(one.arm), USES[one.arm], now, signal);
        if (answer.kind === 'answered') return [{ ...one, forecasts: answer.forecasts, reply: answer.reply }];
        const reason = `${one.model.provider}${one.arm === 'A' ? '' : `, arm ${one.arm}`}: ${answer.reason}`;
        this.logger.warn(reason);
        this.reasons.add(reason);
        if (answer.kind === 'unanswered') unanswered.push(one);
        return [];
      }),
    );
    await this.giveBack(unanswered, now);
    return replies.flat();
  }
}

const byPurse = (asks: readonly ShadowAsk[]): readonly (readonly [OwnPurse, ShadowAsk[]])[] => {
  const purses = new Map<OwnPurse, ShadowAsk[]>();
  for (const one of asks) {
    const purse = PURSES[one.arm];
    purses.set(purse, [...(purses.get(purse) ?? []), one]);
  }
  return [...purses];
};
