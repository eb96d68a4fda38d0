/**
 * Whether another question asks the same as a market: the same parties, the same act, and no number or deadline that
 * differs. A false twin costs a witness, a missed one counts a copy of the market's own price as one.
 */
import type { EvidenceRule } from './evidence-rule';
import type { MarketScope } from './market-scope';

export const isTwin = (rule: EvidenceRule, title: string, scope: MarketScope): boolean => {
  const question = questionIn(title);
  // What is quickly looked at first: most questions differ in it, and reading one takes a hundred times as long.
  if (scope.asks === null || scope.parties.length === 0) return false;
  if (!agree(datesOf(question), datesOf(scope.market.question))) return false;
  const other = rule.scopeOf({ id: '', question, description: null });
  return other.asks === scope.asks && keyOf(other) === keyOf(scope);
};

/** What a forecasting site's item says before or behind the question: a name before a colon, a figure behind it. */
const questionIn = (title: string): string => {
  const question = /(?:^|: )([^:]*\?)/.exec(title)?.[1];
  return question ?? title;
};

const keyOf = ({ parties }: MarketScope): string =>
  parties
    .map(({ entity }) => entity)
    .sort()
    .join(' ');

interface Asked {
  /** Last month that a deadline allows, 0 to 11; null where the question names none. */
  readonly month: number | null;
  readonly year: number | null;
  /** Every other number, in order. */
  readonly numbers: string;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;
const DATE = new RegExp(`(before )?(?:(\\d{1,2}) )?\\b${MONTH}(?: (\\d{1,2})(?!\\d))?,?(?: (20\\d\\d))?`);
const YEAR = /(before )?(?:the )?(?:end of )?\b(20\d\d)\b/;

/** "before 2027" and "by end of 2026" are one deadline, "before July" and "by June 30" another. */
const datesOf = (question: string): Asked => {
  const text = question.toLowerCase();
  const date = DATE.exec(text);
  const year = YEAR.exec(text);
  const numbers = (
    text
      .replace(DATE, ' ')
      .replace(YEAR, ' ')
      .match(/\d[\d,.]*/g) ?? []
  ).join(' ');
  if (date !== null) {
    const [, before, dayBehind, month = '', day] = date;
    const named = MONTHS.indexOf(month);
    const isFirst = (day ?? dayBehind ?? '1') === '1';
    const last = before !== undefined && isFirst ? named - 1 : named;
    const stated = year === null ? null : Number(year[2]);
    return last < 0
      ? { month: 11, year: stated === null ? null : stated - 1, numbers }
      : { month: last, year: stated, numbers };
  }
  if (year === null) return { month: null, year: null, numbers };
  const isBefore = year[1] !== undefined && !year[0].includes('end of');
  return { month: 11, year: Number(year[2]) - (isBefore ? 1 : 0), numbers };
};

/** A year that only one of two states does not part them; two that differ do. */
const agree = (a: Asked, b: Asked): boolean =>
  a.numbers === b.numbers &&
  (a.year === null || b.year === null || a.year === b.year) &&
  (a.month === null || b.month === null || a.month === b.month);
