/**
 * Several inputs as one document, for a call that answers all of them: the markets of one event share most of
 * their evidence. Each input stands as it would alone, under the number of its question, but what says the same
 * wherever it stands (a story, a market of the group, a base rate) is only counted where it was printed before. The same inputs and words in the same order give the same text.
 */
import type { ForecastInput, Words } from './forecast-input';
import { renderInput, renderLeftOut, renderSection, sectionsOf } from './render-input';

/** Most bytes of the text of one call, about 32,000 tokens at three bytes each. */
export const JOINT_BYTES_MAX = 96_000;

/** An input with the words beside it. */
export interface ShownWithWords {
  readonly input: ForecastInput;
  readonly words: Words;
}

/** @param shown at least one; of one the text is that of {@link renderInput} */
export const renderInputs = (shown: readonly ShownWithWords[]): string => {
  const [only, ...further] = shown;
  if (only !== undefined && further.length === 0) return renderInput(only.input, only.words);
  const printed = new Set<string>();
  const numbers = new Map<string, number>();
  const lines = shown.flatMap(({ input, words }, index) => [
    ...(index === 0 ? [] : ['']),
    `# Question ${index + 1} of ${shown.length}`,
    ...sectionsOf(input, words, numbers).flatMap(({ title, shared, entries }) => {
      if (!shared) return ['', ...renderSection({ title, entries })];
      const keyOf = (entry: readonly string[]): string => [title, ...entry].join('\n');
      const fresh = entries.filter((entry) => !printed.has(keyOf(entry)));
      for (const entry of fresh) printed.add(keyOf(entry));
      const again = entries.length - fresh.length;
      if (again === 0) return ['', ...renderSection({ title, entries })];
      return ['', `## ${title}`, ...fresh.flat(), `  ${again} of ${entries.length} stand above`];
    }),
    ...renderLeftOut(input),
  ]);
  return [...lines, ''].join('\n');
};
