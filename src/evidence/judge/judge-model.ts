/** Whoever answers as the judge: a model of a provider, or nobody. */
import type { JudgePrompt } from './judgement';

export type JudgeCalled =
  | { readonly kind: 'reply'; readonly answer: unknown }
  /** The request is of no use and would be again. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nobody answered: no time, no money, a provider that is away. */
  | { readonly kind: 'unanswered'; readonly reason: string };

export interface JudgeModel {
  /** `<provider>:<model>`. */
  readonly name: string;
  /** @param now UTC ms */
  ask(prompt: JudgePrompt, now: number, signal: AbortSignal): Promise<JudgeCalled>;
}

/** Nest token of the {@link JudgeModel}, or null where none is configured. */
export const JUDGE_MODEL = Symbol('JudgeModel');
