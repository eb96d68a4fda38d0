/** The prompt: instructions of ours, then the frozen input fenced as data. */
import type { Prompt } from '../platform/models/language-model';
import { answerSchema } from './answer-schema';

export interface ForecastPrompt extends Prompt {
  /** How many questions the input holds; more than one are of one event, and answered together. */
  readonly questions: number;
}

/**
 * Fences the input.
 *
 * @param instructions text of the prompt file
 * @param id name and version of the prompt file
 * @param inputText the input as {@link file://./input/render-input.ts} writes it: no line of it can be
 *   the end of the fence
 * @param questions how many questions it holds
 */
export const buildPrompt = (instructions: string, id: string, inputText: string, questions = 1): ForecastPrompt => ({
  id,
  system: instructions.trim(),
  user: `BEGIN INPUT\n${inputText}END INPUT\n\nAnswer for ${questions === 1 ? 'the question' : `each of the ${questions} questions`} in the input, in the given structure.`,
  schema: answerSchema(questions),
  questions,
});
