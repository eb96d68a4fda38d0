/**
 * Renders several inputs as one document, for a call that answers all of them: markets of one event share most
 * evidence. Each input appears as it would alone, under its question's number, but shared entries (a story, a market of
 * the group, a base rate) are only referred to if printed before. Deterministic.
 */
import type { ForecastInput, Words } from './forecast-input';
import { renderInput, renderLeftOut, renderSection, sectionsOf } from './render-input';

/** Maximum bytes of a call's text, about 32,000 tokens of three bytes. */
export const JOINT_BYTES_MAX = 96_000;

/** An input with its third-party text. */
export interface ShownWithWords {
  readonly input: ForecastInput;
  readonly words: Words;
}

/** @param shown at least one; a single one is rendered as by {@link renderInput} */
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
