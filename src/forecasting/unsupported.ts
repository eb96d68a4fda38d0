/**
 * Finds names, numbers and dates in a reasoning that are missing from the model's input. They are reported, the text is
 * not changed. The model's own estimates (shares and percentages) are exempt, and differences in points.
 */
import { foldText } from '../resolver/folding/fold-text';

/** Finds the entities in a text. */
type NamesIn = (text: string) => readonly {
  readonly text: string;
  readonly entity: string;
  /** Countries that it may denote, as a capital does. */
  readonly of: readonly string[];
}[];

const UNSUPPORTED_MAX = 20;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Whole: "market 8" and "12 decisions" are no dates. */
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s(?:of\\s)?${MONTH}\\b`, 'gi');
const MONTH_DAY = new RegExp(`\\b${MONTH}\\s(\\d{1,2})(?:st|nd|rd|th)?\\b(?!,?\\d)`, 'gi');
/** Prices of past days are dated without a year. */
const ISO_DAY = /\b(?:(\d{4})-)?(\d\d)-(\d\d)(?![\d-])/g;
const NUMBER = /(?<![\p{L}\d.,-])(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:\.\d{1,8})?(?![\p{L}\d])/gu;
/** Also within words, and between Chinese signs. */
const SHOWN_NUMBER = /((?:\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:\.\d{1,8})?)( ?%)?/g;
/** Small everyday numbers, and citation numbers. */
const SMALL = 10;
const CITED = /\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\]/g;
/** Names within sentences, and abbreviations. */
const CAPITALISED = /(?<=[\p{Ll},;:’')] )\p{Lu}\p{Ll}[\p{L}’'-]{2,40}|(?<![\p{L}\d-])\p{Lu}{3,10}(?![\p{L}\d-])/gu;
/** Days of the week, and the directions of an answer. */
const ORDINARY = new RegExp(`^(?:(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:DE)?ESCALATE|SKIP)|${MONTH}$)`, 'i');
const SENTENCE_END = /(?<=[.!?]) (?=[\p{Lu}[])/u;
/** In such a sentence shares are also written in percent. */
const IN_PERCENT = /%|\b(?:per ?cent|cents?|points?)\b/;
/** Own estimates: the instructions demand this word. */
const ESTIMATED = /\b(?:I|[Mm]y|[Ee]stimate[sd]?)\b/;
const POINTS = /^ (?:percentage )?points?\b/;

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
  const numbers = [...withoutDays(shown).matchAll(SHOWN_NUMBER)].flatMap(([, words = '', percent]) =>
    percent === undefined ? [numberOf(words)] : [numberOf(words), numberOf(words) / 100],
  );
  const known = [...new Set([...numbers, ...own])];
  for (const sentence of withoutDays(text).split(SENTENCE_END))
    for (const words of numbersToCheck(sentence)) if (!isIn(words, known, IN_PERCENT.test(sentence))) found.add(words);
  const entities = new Set(namesIn(shown).map(({ entity }) => entity));
  const folded = foldText(shown);
  const named = namesIn(text);
  for (const one of named)
    if (![one.entity, ...one.of].some((entity) => entities.has(entity)) && !folded.includes(foldText(one.text)))
      found.add(one.text);
  for (const [word] of text.matchAll(CAPITALISED)) {
    const name = word.replace(/[’']s$/, '');
    const isKnown = named.some((one) => one.text.includes(name)) || folded.includes(foldText(name));
    if (!isKnown && !ORDINARY.test(name)) found.add(name);
  }
  return [...found].slice(0, UNSUPPORTED_MAX);
};

const daysIn = (text: string): { readonly day: string; readonly words: string }[] => [
  ...[...text.matchAll(ISO_DAY)].map(([words, , month = '', day = '']) => ({ day: `${month}-${day}`, words })),
  ...[...text.matchAll(DAY_MONTH)].map(([words, day = '', month = '']) => ({ day: dayOf(month, day), words })),
  ...[...text.matchAll(MONTH_DAY)].map(([words, month = '', day = '']) => ({ day: dayOf(month, day), words })),
];

const dayOf = (month: string, day: string): string => {
  const index = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return `${String(index).padStart(2, '0')}-${day.padStart(2, '0')}`;
};

const withoutDays = (text: string): string =>
  text.replaceAll(DAY_MONTH, ' ').replaceAll(MONTH_DAY, ' ').replaceAll(ISO_DAY, '$1 ');

const numberOf = (words: string): number => Number(words.replaceAll(',', ''));

const numbersToCheck = (sentence: string): string[] => {
  const isEstimate = ESTIMATED.test(sentence);
  return [...sentence.matchAll(NUMBER)].flatMap(({ 0: words, index }) => {
    const value = numberOf(words);
    const behind = sentence.slice(index + words.length);
    const isShare = value < 1 || /^ ?(?:%|per ?cent\b)/.test(behind);
    if ((value <= SMALL && Number.isInteger(value)) || POINTS.test(behind) || (isEstimate && isShare)) return [];
    return [words];
  });
};

/** Whether a number is among the known ones, rounded as it is written; shares also as percentage or complement. */
const isIn = (words: string, known: readonly number[], inPercent: boolean): boolean => {
  const value = numberOf(words);
  const decimals = words.split('.')[1]?.length ?? 0;
  const zeros = decimals > 0 ? 0 : (/0{0,12}$/.exec(words.replaceAll(',', ''))?.[0].length ?? 0);
  // "About 28,000" is rounded to the nearest thousand; of 18.9 days 18 are whole.
  const within = zeros > 0 ? Math.min(10 ** zeros / 2, value / 20) : decimals === 0 ? 0.9999 : 0.5001 * 10 ** -decimals;
  const isNear = (form: number): boolean => Math.abs(form - value) <= within;
  return known.some((one) => {
    if (isNear(one) || (value < 1 && isNear(1 - one))) return true;
    return inPercent && (isNear(100 - one) || (one <= 1 && (isNear(one * 100) || isNear((1 - one) * 100))));
  });
};
