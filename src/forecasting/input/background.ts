/** Chooses the dated facts of the graph that are the background of a question. Pure. */
import { MAX } from './bounds';
import type { BackgroundRow } from './input-rows';
import { compare } from './order';

/**
 * At most {@link MAX.background}, one for two entities: first between the question's own parties, then with third ones
 * by the number of parties that they concern; conflicts before ties, and later changes before older facts.
 *
 * @param rows as known on the day @param parties of the question @param day `YYYY-MM-DD`
 */
export const backgroundOf = (
  rows: readonly BackgroundRow[],
  parties: readonly string[],
  day: string,
): BackgroundRow[] => {
  const own = new Set(parties);
  const tied = new Map<string, Set<string>>();
  for (const { from, to } of rows)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      if (own.has(one)) tied.set(other, (tied.get(other) ?? new Set()).add(one));
  const ranked = rows
    .map((row) => ({ ...row, basis: knownText(row.basis ?? '', day, row.checked_at) }))
    .map((row) => {
      const { from, to, type, basis, since, until } = row;
      const outside = [from, to].filter((one) => !own.has(one));
      const newest = [since, until ?? '', ...datesIn(basis)].reduce((last, date) => (date > last ? date : last));
      return {
        row,
        keys: [outside.length, ...outside.map((one) => -(tied.get(one)?.size ?? 0)), CONFLICTS.has(type) ? 0 : 1],
        newest,
      };
    })
    .sort(
      (a, b) =>
        a.keys.map((key, at) => key - (b.keys[at] ?? 0)).find((by) => by !== 0) ??
        (compare([b.newest], [a.newest]) ||
          compare([a.row.from, a.row.to, a.row.type], [b.row.from, b.row.to, b.row.type])),
    );
  const pairs = new Set<string>();
  return ranked
    .flatMap(({ row }) => {
      const pair = [row.from, row.to].sort().join(' ');
      if (pairs.has(pair)) return [];
      pairs.add(pair);
      return [row];
    })
    .slice(0, MAX.background);
};

const CONFLICTS = new Set(['hostile_to', 'claimed_by']);

/**
 * A text of the graph, or nothing if it names a later date and was not checked by the day.
 *
 * @param checkedAt `YYYY-MM-DD`, or another word if nobody did
 */
export const knownText = (text: string, day: string, checkedAt: string | null): string => {
  const isChecked = checkedAt !== null && /^\d{4}-\d\d-\d\d$/.test(checkedAt) && checkedAt <= day;
  // A year without a day may end later.
  const isKnown = (date: string): boolean => date <= day && date !== day.slice(0, 4);
  return isChecked || datesIn(text).every(isKnown) ? text : '';
};

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DATE = new RegExp(
  `(?:\\b(?:(\\d{1,2}) )?(${MONTHS.join('|')})[a-z]{0,6} )?\\b((?:19|20)\\d\\d)\\b(?:-(\\d\\d)(?:-(\\d\\d))?)?`,
  'gi',
);

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, for `2026`, `June 2025`, `28 February 2026` and ISO dates. */
const datesIn = (text: string): string[] =>
  [...text.matchAll(DATE)].map(([, named, month, year = '', isoMonth, isoDay]) => {
    const mm = month === undefined ? isoMonth : String(MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1);
    const dd = month === undefined ? isoDay : named;
    return [year, mm, mm === undefined ? undefined : dd]
      .flatMap((part) => (part === undefined ? [] : part.padStart(2, '0')))
      .join('-');
  });
