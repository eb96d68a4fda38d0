import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { CallBudget, type OwnPurse } from './call-budget.service';
import type { LanguageModel, ModelReply } from '../platform/models/language-model';
import type { Forecast } from './forecast';
import type { Arm } from './input/arms';
import type { ModelUse } from '../platform/models/model-caller.service';
import { ModelAsker } from './model-asker.service';
import type { ForecastPrompt } from './prompt';

/** What is asked beside a recorded answer: another model, or the recorded one in another arm. */
export interface ShadowAsk {
  readonly model: LanguageModel;
  readonly arm: Arm;
}

/** A usable answer about one market. */
export interface ShadowReply extends ShadowAsk {
  readonly forecast: Forecast;
  readonly reply: ModelReply;
}

/** A usable answer to one, with a forecast for each question. */
interface ShadowReplies extends ShadowAsk {
  readonly forecasts: readonly Forecast[];
  readonly reply: ModelReply;
}

const PURSES: Readonly<Record<Arm, OwnPurse>> = { A: 'shadow', B: 'arm_b', C: 'arm_c' };
const USES: Readonly<Record<Arm, ModelUse>> = { A: 'shadow', B: 'arm', C: 'arm' };

/**
 * Asks beside the recorded model once it has answered, from budgets of their own. What goes wrong here
 * changes nothing of the recorded forecast.
 */
@Injectable()
export class ShadowAsker {
  private readonly logger = new Logger(ShadowAsker.name);

  constructor(
    private readonly asker: ModelAsker,
    private readonly budget: CallBudget,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Everything that is asked beside one prompt where the budgets allow it. */
  get wanted(): readonly ShadowAsk[] {
    const shadows = this.asker.shadows.map((model): ShadowAsk => ({ model, arm: 'A' }));
    const { recorded } = this.asker;
    return [...shadows, ...this.environment.modelArms.map((arm) => ({ model: recorded, arm }))];
  }

  /**
   * Takes calls for some prompts from the budgets of the day, for the first ones first. Whatever is taken is
   * named in the intents of its inputs; calls that nobody answers are given back by {@link ask}.
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

  /** Gives back what was taken for an input that nobody is asked about. @param now UTC ms */
  async giveBack(asks: readonly ShadowAsk[], now: number): Promise<void> {
    for (const [purse, of] of byPurse(asks)) await this.budget.giveBackOwn(now, purse, of.length);
  }

  /** Every usable answer. @param promptOf the prompt of an arm @param now UTC ms */
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
        this.logger.warn(`${one.model.provider}, arm ${one.arm}: ${answer.reason}`);
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
