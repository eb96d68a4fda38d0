import type { JudgePrompt } from './judgement';

export type JudgeCalled =
  | { readonly kind: 'reply'; readonly answer: unknown }
  /** The request was rejected; a retry would fail too. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** No time, no budget, or the provider is down. */
  | { readonly kind: 'unanswered'; readonly reason: string };

export interface JudgeModel {
  /** `<provider>:<model>`. */
  readonly name: string;
  /** @param now UTC ms */
  ask(prompt: JudgePrompt, now: number, signal: AbortSignal): Promise<JudgeCalled>;
}

/** Nest token of the {@link JudgeModel}, or null if none is configured. */
export const JUDGE_MODEL = Symbol('JudgeModel');
