/**
 * Partial dates: `2026`, `2026-03` or `2026-03-01`, as precise as known. As a start a month means its first day, as an
 * end its last. A bound with only a year is unknown within it: the span does not cover that year. Texts sort like
 * dates; Cypher uses the same three comparisons.
 */

/** Whether a text is an existing year, month or day, from the year 1000 on. */
export const isPartialDate = (text: string): boolean => {
  if (!/^[1-9]\d{3}(-\d{2}){0,2}$/.test(text)) return false;
  const day = text + '2000-01-01'.slice(text.length);
  const millis = Date.parse(`${day}T00:00:00Z`);
  // Date.parse accepts 30 February as a day in March; the round trip detects it.
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(day);
};

export interface Span {
  readonly since: string | null;
  readonly until: string | null;
}

/** Whether a span covers a UTC day `YYYY-MM-DD`. */
export const holdsOn = ({ since, until }: Span, day: string): boolean =>
  (since === null || since <= day) &&
  (until === null || until >= day.slice(0, until.length)) &&
  since !== day.slice(0, 4) &&
  until !== day.slice(0, 4);

export const isReversed = ({ since, until }: Span): boolean =>
  since !== null && until !== null && until < since.slice(0, until.length);
