import type { JudgeModel } from './judge-model';
import type { JudgeInstructions } from './judge-instructions.provider';
import { judgePrompt, readVerdicts, type JudgedItem, type JudgedQuestion, type ReadVerdicts } from './judgement';

interface Judgement extends ReadVerdicts {
  /** Whether the judge is unreachable, so that further calls are useless now. */
  readonly isAway: boolean;
}

/** @param now UTC ms */
export const askJudge = async (
  model: JudgeModel,
  instructions: JudgeInstructions,
  item: JudgedItem,
  questions: readonly JudgedQuestion[],
  now: number,
  signal: AbortSignal,
): Promise<Judgement> => {
  const called = await model.ask(judgePrompt(instructions, item, questions), now, signal);
  return called.kind === 'reply'
    ? { ...readVerdicts(called.answer, questions.length), isAway: false }
    : { verdicts: new Map(), faults: [called.reason], isAway: called.kind === 'unanswered' };
};
