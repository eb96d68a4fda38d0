/**
 * Finds names, numbers and dates in a reasoning that are missing from the model's input. They are reported, the text is
 * not changed. The model's own estimates (probabilities as shares or percentages) are exempt.
 */
import { foldText } from '../resolver/folding/fold-text';

/** Finds the entities in a text. */
type NamesIn = (text: string) => readonly {
  readonly text: string;
  readonly entity: string;
  /** Related entities: a capital or leader may stand for the country. */
  readonly of: readonly string[];
}[];

/** Maximum number reported. */
const UNSUPPORTED_MAX = 20;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}';
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s(?:of\\s)?${MONTH}\\b`, 'gi');
const MONTH_DAY = new RegExp(`\\b${MONTH}\\s(\\d{1,2})(?:st|nd|rd|th)?\\b(?!,?\\d)`, 'gi');
const ISO_DAY = /\b\d{4}-(\d\d)-(\d\d)/g;
const NUMBER = /(?<![\p{L}\d.,-])(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:\.\d{1,8})?(?![\p{L}\d])/gu;
/** Small everyday numbers, and citation numbers. */
const SMALL = 10;
const CITED = /\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\]/g;
const CAPITALISED = /(?<=[\p{Ll},;:’')] )\p{Lu}\p{Ll}[\p{L}’'-]{2,40}/gu;

/**
 * @param reasoning the model's text
 * @param shown the model's input text
 * @param own the model's numbers, 0 to 1
 * @param namesIn the resolver
 */
export const unsupportedIn = (
  reasoning: string,
  shown: string,
  own: readonly number[],
  namesIn: NamesIn,
): readonly string[] => {
  const found = new Set<string>();
  const text = reasoning.replaceAll(CITED, ' ');
  const days = new Set(daysIn(shown).map(({ day }) => day));
  for (const { day, words } of daysIn(text)) if (!days.has(day)) found.add(words);
  const numbers = new Set(numbersIn(withoutDays(shown)).map(({ value }) => value));
  for (const { value, words } of numbersIn(withoutDays(text)))
    if (value > SMALL || !Number.isInteger(value))
      if (!isNear(value, numbers) && !isNear(value, own) && !shown.includes(words)) found.add(words);
  const entities = new Set(namesIn(shown).map(({ entity }) => entity));
  const folded = foldText(shown);
  const named = namesIn(text);
  for (const one of named)
    if (![one.entity, ...one.of].some((entity) => entities.has(entity)) && !folded.includes(foldText(one.text)))
      found.add(one.text);
  for (const [word] of text.matchAll(CAPITALISED)) {
    const name = word.replace(/[’']s$/, '');
    const isKnown = named.some((one) => one.text.includes(name)) || folded.includes(foldText(name));
    if (!isKnown && !MONTHS.includes(name.slice(0, 3).toLowerCase())) found.add(name);
  }
  return [...found].slice(0, UNSUPPORTED_MAX);
};

const daysIn = (text: string): { readonly day: string; readonly words: string }[] => [
  ...[...text.matchAll(ISO_DAY)].map(([words, month = '', day = '']) => ({ day: `${month}-${day}`, words })),
  ...[...text.matchAll(DAY_MONTH)].map(([words, day = '', month = '']) => ({ day: dayOf(month, day), words })),
  ...[...text.matchAll(MONTH_DAY)].map(([words, month = '', day = '']) => ({ day: dayOf(month, day), words })),
];

const dayOf = (month: string, day: string): string => {
  const index = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return `${String(index).padStart(2, '0')}-${day.padStart(2, '0')}`;
};

const withoutDays = (text: string): string =>
  text.replaceAll(DAY_MONTH, ' ').replaceAll(MONTH_DAY, ' ').replaceAll(ISO_DAY, ' ');

const numbersIn = (text: string): { readonly value: number; readonly words: string }[] =>
  [...text.matchAll(NUMBER)].map(([words]) => ({ value: Number(words.replaceAll(',', '')), words }));

/** Equal after rounding, or as share, percentage or complement. */
const isNear = (value: number, known: Iterable<number>): boolean => {
  for (const one of known)
    for (const form of [one, one * 100, one / 100, 1 - one, (1 - one) * 100, 100 - one])
      if (Math.abs(form - value) <= Math.max(0.005, Math.abs(value) * 0.006)) return true;
  return false;
};
