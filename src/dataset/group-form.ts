/**
 * Detects the form of a group of one event's markets from their wording: one of several options, or a quantity with
 * bounds. Pure.
 */
import { withoutDates } from '../forecasting/input/coherence';
import { deadlineOf } from '../markets/deadline';
import { HOUR_MS } from '../platform/common/durations';
import { formatMillis } from '../platform/common/utc-time';

/** For a quantity the unit of its bounds; null for unordered options. */
export interface GroupForm {
  readonly unit: 'date' | 'number' | null;
  /** Indexes of the questions in the order of the bounds. */
  readonly order: readonly number[];
  /** `YYYY-MM-DD` or decimal numbers, one per question except an open last range; null if unordered. */
  readonly bounds: readonly string[] | null;
}

interface AskedOption {
  readonly question: string;
  readonly resolvesAt: string;
}

/**
 * @param exclusive whether at most one option can come true; otherwise questions are cumulative up to their bound
 * @returns null for questions of neither form
 */
export const groupForm = (asked: readonly AskedOption[], exclusive: boolean): GroupForm | null => {
  if (asked.length < 2) return null;
  if (exclusive) return ranges(asked.map(({ question }) => question)) ?? unordered(asked.length);
  return datesIn(asked) ?? numbersIn(asked.map(({ question }) => question));
};

const unordered = (n: number): GroupForm => ({
  unit: null,
  order: Array.from({ length: n }, (_, at) => at),
  bounds: null,
});

const ordered = (
  unit: 'date' | 'number',
  bounds: readonly string[],
  compare: (a: string, b: string) => number,
): GroupForm | null => {
  if (new Set(bounds).size < bounds.length) return null;
  const order = bounds.map((_, at) => at).sort((a, b) => compare(bounds[a] ?? '', bounds[b] ?? ''));
  return { unit, order, bounds: order.map((at) => bounds[at] ?? '') };
};

/** "… by 30 June", "… by 31 July": differ only in the date. */
const datesIn = (asked: readonly AskedOption[]): GroupForm | null => {
  if (new Set(asked.map(({ question }) => withoutDates(question))).size > 1) return null;
  const days = asked.map(({ question, resolvesAt }) =>
    lastDay(deadlineOf({ question, group_title: null, rules: null, opens_at: null, resolves_at: resolvesAt })),
  );
  const known = days.filter((day) => day !== null);
  return known.length < days.length ? null : ordered('date', known, (a, b) => (a < b ? -1 : 1));
};

/** The UTC date of a deadline's day: local midnight is some hours away from UTC midnight. */
const lastDay = (deadline: string | null): string | null =>
  deadline === null ? null : formatMillis(Date.parse(deadline) - 12 * HOUR_MS).slice(0, 10);

const NUMBER = /\d[\d,]*(?:\.\d+)?/gu;
const numberOf = (text: string): number => Number(text.replaceAll(',', ''));

const COMPARED =
  /\b(?:above|below|over|under|more|less|fewer|greater|higher|lower|at least|at most|exceeds?|reach(?:es)?|hits?|dips?|falls?|drops?)\b|[<>≤≥]/iu;

/** "… above 40 …", "… above 50 …": differ only in the compared number. */
const numbersIn = (questions: readonly string[]): GroupForm | null => {
  if (!questions.every((question) => COMPARED.test(question))) return null;
  if (new Set(questions.map((question) => question.replace(NUMBER, '#'))).size > 1) return null;
  const found = questions.map((question) => [...question.matchAll(NUMBER)].map(([text]) => numberOf(text)));
  const differing = (found[0] ?? []).flatMap((first, place) =>
    found.some((numbers) => numbers[place] !== first) ? [place] : [],
  );
  const [place] = differing;
  if (place === undefined || differing.length > 1) return null;
  return ordered(
    'number',
    found.map((numbers) => String(numbers[place])),
    (a, b) => Number(a) - Number(b),
  );
};

const VALUE = '[^\\d]{0,4}(\\d[\\d,]*(?:\\.\\d+)?)[^\\d\\s]{0,3}';
const BETWEEN = new RegExp(`${VALUE} ?(?:[-–—]|to|and) ?${VALUE}`, 'iu');
const LEAST = new RegExp(
  `(?:above|over|more than|greater than|at least|≥|>) ?${VALUE}|${VALUE} ?(?:\\+|or (?:more|above|higher|greater))`,
  'iu',
);
const MOST = new RegExp(
  `(?:below|under|less than|fewer than|at most|≤|<) ?${VALUE}|${VALUE} ?or (?:less|fewer|below|lower)`,
  'iu',
);

interface Range {
  readonly from: number;
  readonly to: number;
}

const rangeIn = (words: string): Range | null => {
  const between = BETWEEN.exec(words);
  if (between !== null) return { from: numberOf(between[1] ?? ''), to: numberOf(between[2] ?? '') };
  const least = LEAST.exec(words);
  if (least !== null) return { from: numberOf(least[1] ?? least[2] ?? ''), to: Infinity };
  const most = MOST.exec(words);
  return most === null ? null : { from: -Infinity, to: numberOf(most[1] ?? most[2] ?? '') };
};

/** "between 40 and 49", "50 or more": exclusive, adjacent ranges. */
const ranges = (questions: readonly string[]): GroupForm | null => {
  const found = differingWords(questions).map(rangeIn);
  const known = found.filter((range) => range !== null);
  if (known.length < found.length) return null;
  const order = known.map((_, at) => at).sort((a, b) => (known[a]?.from ?? 0) - (known[b]?.from ?? 0));
  const inOrder = order.flatMap((at) => known[at] ?? []);
  const follow = inOrder.every(({ from, to }, at) => from <= to && (at === 0 || from >= (inOrder[at - 1]?.to ?? 0)));
  const bounds = inOrder.flatMap(({ to }) => (to === Infinity ? [] : [String(to)]));
  return follow && bounds.length > 0 ? { unit: 'number', order, bounds } : null;
};

/** The texts without their common beginning and end. */
const differingWords = (texts: readonly string[]): string[] => {
  const words = texts.map((text) => text.split(/\s+/u));
  const shortest = Math.min(...words.map((list) => list.length));
  const shared = (from: (list: readonly string[], at: number) => string | undefined): number => {
    let n = 0;
    while (n < shortest && words.every((list) => from(list, n) === from(words[0] ?? [], n))) n += 1;
    return n;
  };
  const head = shared((list, at) => list[at]);
  const tail = Math.min(
    shared((list, at) => list.at(-1 - at)),
    shortest - head,
  );
  return words.map((list) => list.slice(head, list.length - tail).join(' '));
};
