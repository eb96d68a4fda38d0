/** The prompt: our instructions, then the frozen input, fenced as data. */
import type { Prompt } from '../platform/models/language-model';
import { answerSchema } from './answer-schema';

export interface ForecastPrompt extends Prompt {
  /** Number of questions in the input; several belong to one event and are answered together. */
  readonly questions: number;
}

/**
 * Fences the input.
 *
 * @param instructions text of the prompt file
 * @param id name and version of the prompt file
 * @param inputText the input as written by {@link file://./input/render-input.ts}: none of its lines can be the end of
 * the fence
 * @param questions number of questions in it
 */
export const buildPrompt = (instructions: string, id: string, inputText: string, questions = 1): ForecastPrompt => ({
  id,
  system: instructions.trim(),
  user: `BEGIN INPUT\n${inputText}END INPUT\n\nAnswer for ${questions === 1 ? 'the question' : `each of the ${questions} questions`} in the input, in the given structure.`,
  schema: answerSchema(questions),
  questions,
});
