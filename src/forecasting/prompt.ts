/** The prompt: instructions of ours, then the frozen input fenced as data. */
import type { Prompt } from './forecast-model';

/**
 * Fences the frozen input. It is JSON, so a line break or a quote in a headline stays inside its
 * string, and `<` is escaped: no text in it can close the fence or open a tag.
 *
 * @param instructions text of the prompt file
 * @param id name and version of the prompt file
 * @param inputText canonical JSON of the bundle's `input`: what is hashed is what is asked
 */
export const buildPrompt = (instructions: string, id: string, inputText: string): Prompt => ({
  id,
  system: instructions.trim(),
  user: `BEGIN INPUT\n${inputText.replaceAll('<', '\\u003c')}\nEND INPUT\n\nAnswer for the question in the input, in the given structure.`,
});
