/**
 * Whether another question asks the same as a market: the same parties, the same act, and no number or deadline that
 * differs. A false twin costs a witness, a missed one counts a copy of the market's own price as one.
 */
import type { EvidenceMarket, MarketScope } from './market-scope';

/** Reads what a question asks for; see EvidenceRule. */
interface QuestionReader {
  scopeOf(market: EvidenceMarket): MarketScope;
}

export const isTwin = (rule: QuestionReader, title: string, scope: MarketScope): boolean =>
  // What is quickly looked at first: most questions differ in it, and reading one takes a hundred times as long.
  agree(datesOf(questionIn(title)), datesOf(scope.market.question)) && isOfLadder(rule, title, scope);

/** Whether another question asks the same, whatever its deadline and its numbers: a twin, or a rung of one ladder. */
export const isOfLadder = (rule: QuestionReader, title: string, scope: MarketScope): boolean => {
  if (scope.asks === null || scope.parties.length + scope.instruments.length === 0) return false;
  const other = rule.scopeOf({ id: '', question: questionIn(title), description: null });
  return (
    other.asks === scope.asks && keyOf(other) === keyOf(scope) && other.instruments.join() === scope.instruments.join()
  );
};

/** Whether another question asks the same by another day: a rung of the ladder with the same numbers, its parties in the same order. */
export const isSameByAnotherDay = (rule: QuestionReader, title: string, scope: MarketScope): boolean =>
  datesOf(title).numbers === datesOf(scope.market.question).numbers &&
  BY_A_DAY.test(title) &&
  BY_A_DAY.test(scope.market.question) &&
  isOfLadder(rule, title, scope) &&
  orderOf(rule.scopeOf({ id: '', question: title, description: null })) === orderOf(scope);

/** Who acts is named before whom it is done to. */
const orderOf = ({ parties }: MarketScope): string => parties.map(({ entity }) => entity).join(' ');

const BY_A_DAY = /\b(?:by|before|until|prior to|no later than)\b/i;

/**
 * Why a forecasting site's question says nothing of a market: it asks on a condition, or its own year is past.
 *
 * @param day UTC day of the item
 */
export const whyNoWitness = (title: string, day: string): string | null => {
  if (CONDITIONAL.test(title)) return 'asks on a condition';
  const { year } = datesOf(questionIn(title));
  return year !== null && day < NO_DAY && year < Number(day.slice(0, 4)) ? `its year ${year} is past` : null;
};

const CONDITIONAL = /^\W*(?:if|conditional)\b|[,:(]\s*(?:if|conditional on|given that)\b|\bconditional (?:on|upon)\b/i;
/** Texts without a time of their own are read as of no day. */
const NO_DAY = '9999';

const QUOTED = /["“]([^"“”]{1,300}\?)["”]/;
const ASKED = /(?:^|: )([^:]*\?)/;

/** What a forecasting site's item says before or behind the question: a name before a colon, a figure behind it; a trade quotes it. */
const questionIn = (title: string): string => {
  const question = (QUOTED.exec(title) ?? ASKED.exec(title))?.[1];
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
