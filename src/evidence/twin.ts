/** Whether two questions are the same: parties, act, numbers, deadline. A false twin loses evidence. */
import type { EvidenceMarket, MarketScope } from './market-scope';

/** Reads questions; see EvidenceRule. */
interface QuestionReader {
  scopeOf(market: EvidenceMarket): MarketScope;
}

export const isTwin = (rule: QuestionReader, title: string, scope: MarketScope): boolean =>
  // Cheap test first: most questions differ here, and reading one takes a hundred times as long.
  agree(datesOf(questionIn(title)), datesOf(scope.market.question)) && isOfLadder(rule, title, scope);

/** Whether another question is a twin, or a rung of the same ladder with another deadline or number. */
export const isOfLadder = (rule: QuestionReader, title: string, scope: MarketScope): boolean => {
  if (scope.asks === null || scope.parties.length + scope.instruments.length === 0) return false;
  const other = rule.scopeOf({ id: '', question: questionIn(title), description: null });
  return (
    other.asks === scope.asks && keyOf(other) === keyOf(scope) && other.instruments.join() === scope.instruments.join()
  );
};

/** Whether another question is a rung of the ladder with another day but the same numbers and order of parties. */
export const isSameByAnotherDay = (rule: QuestionReader, title: string, scope: MarketScope): boolean =>
  datesOf(title).numbers === datesOf(scope.market.question).numbers &&
  BY_A_DAY.test(title) &&
  BY_A_DAY.test(scope.market.question) &&
  isOfLadder(rule, title, scope) &&
  orderOf(rule.scopeOf({ id: '', question: title, description: null })) === orderOf(scope);

/** The actor is named before the target. */
const orderOf = ({ parties }: MarketScope): string => parties.map(({ entity }) => entity).join(' ');

const BY_A_DAY = /\b(?:by|before|until|prior to|no later than)\b/i;

/**
 * Why a forecasting site's question is irrelevant: it is conditional, or its year has passed.
 *
 * @param day UTC day of the item
 */
export const whyNoWitness = (title: string, day: string): string | null => {
  if (CONDITIONAL.test(title)) return 'asks on a condition';
  const { year } = datesOf(questionIn(title));
  return year !== null && day < NO_DAY && year < Number(day.slice(0, 4)) ? `its year ${year} is past` : null;
};

const CONDITIONAL = /^\W*(?:if|conditional)\b|[,:(]\s*(?:if|conditional on|given that)\b|\bconditional (?:on|upon)\b/i;
/** Texts without a time have no day. */
const NO_DAY = '9999';

const QUOTED = /["“]([^"“”]{1,300}\?)["”]/;
const ASKED = /(?:^|: )([^:]*\?)/;

/** Extracts the question from a forecasting item (after a name and a colon, before a figure) or a trade (quoted). */
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
  /** Last month of the deadline, 0 to 11; null if none is named. */
  readonly month: number | null;
  readonly year: number | null;
  /** Every other number, in order. */
  readonly numbers: string;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;
const DATE = new RegExp(`(before )?(?:(\\d{1,2}) )?\\b${MONTH}(?: (\\d{1,2})(?!\\d))?,?(?: (20\\d\\d))?`);
const YEAR = /(before )?(?:the )?(?:end of )?\b(20\d\d)\b/;

/** "before 2027" equals "by end of 2026", "before July" equals "by June 30". */
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

/** A year or month stated by only one of them is compatible; different ones are not. */
const agree = (a: Asked, b: Asked): boolean =>
  a.numbers === b.numbers &&
  (a.year === null || b.year === null || a.year === b.year) &&
  (a.month === null || b.month === null || a.month === b.month);
