import { ageText, DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/common/durations';
import { html, type Html, type HtmlValue } from '../../platform/common/html';

/** Placeholder for a missing value, with the reason for screen readers. */
export const none = (why = 'none'): Html =>
  html`<span class="none"><span aria-hidden="true">–</span><span class="unseen">${why}</span></span>`;

/** With a no-break space: `0.342` → `34 %`. Never 0 % for a positive or 100 % for an uncertain value. */
export const percentText = (value: number, digits = 0): string => {
  const least = 10 ** -digits;
  if (value > 0 && value * 100 < least / 2) return `<${least}\u00A0%`;
  if (value < 1 && value * 100 > 100 - least / 2) return `>${100 - least}\u00A0%`;
  return `${minus((value * 100).toFixed(digits))}\u00A0%`;
};

/** Difference of two shares in points, of the whole percents that a reader sees beside it. */
export const pointsBetween = (from: number, to: number): number => Math.round(to * 100) - Math.round(from * 100);

export const sum = (counts: readonly number[]): number => counts.reduce((total, n) => total + n, 0);

export const percent = (value: number | null | undefined, digits = 0): HtmlValue =>
  value === null || value === undefined ? none() : percentText(value, digits);

export const fixed = (value: number | null | undefined, digits = 2): HtmlValue =>
  value === null || value === undefined ? none() : minus(value.toFixed(digits));

/** `0.12 to 0.34`, or why there is none. */
export const range = (
  pair: readonly number[] | null | undefined,
  show: (value: number | undefined) => HtmlValue,
  why: string,
): HtmlValue => (pair === null || pair === undefined ? none(why) : html`${show(pair[0])} to ${show(pair[1])}`);

/** With three digits, as scores are. */
export const score = (value: number | null | undefined): HtmlValue => fixed(value, 3);

export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202F');

/** `1 item`, `2 items`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

export const signedUsd = (value: number | null | undefined): HtmlValue =>
  value === null || value === undefined
    ? none()
    : `${value > 0 ? '+' : value < 0 ? '\u2212' : ''}$${Math.abs(value).toFixed(2)}`;

/** Uses the minus sign, and none before zero. */
const minus = (text: string): string => text.replace(/^-(?=[0.]*$)/, '').replace('-', '\u2212');

export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `7 May 2026`. */
export const day = (text: string): string =>
  `${Number(text.slice(8, 10))} ${MONTHS[Number(text.slice(5, 7)) - 1] ?? ''} ${text.slice(0, 4)}`;

const NEW_YORK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The last full day before an instant that is midnight in New York, where both exchanges set deadlines; else null. */
const dayEndedInNewYork = (text: string): string | null =>
  NEW_YORK.format(new Date(text)).endsWith('00:00:00')
    ? NEW_YORK.format(new Date(Date.parse(text) - 1)).slice(0, 10)
    : null;

/** `on 14 Dec 2026, 13:08 UTC`; a midnight deadline as in questions: `at the end of 14 Dec 2026 in New York`. */
export const deadlineWords = (text: string): Html => {
  const ended = dayEndedInNewYork(text);
  return ended === null
    ? html`on ${time(text)} UTC`
    : html`at the end of <time datetime="${text}">${day(ended)}</time> in New York`;
};

/** The last day on which an event with this deadline can happen, `2026-12-14`. */
export const lastDay = (text: string): string => dayEndedInNewYork(text) ?? text.slice(0, 10);

/** `7 May`. */
export const dayAndMonth = (text: string): string => day(text).slice(0, -5);

export const time = (text: string | null | undefined): Html =>
  text === null || text === undefined ? none('not known') : html`<time datetime="${text}">${momentText(text)}</time>`;

const momentText = (text: string): string => `${day(text)}, ${text.slice(11, 16)}`;

/** Time of day only, for lists grouped by day. */
export const clockTime = (text: string): Html => html`<time datetime="${text}">${text.slice(11, 16)}</time>`;

/** Milliseconds as hours and minutes: `3 h 20 min`. */
export const duration = (millis: number): string => {
  const minutes = Math.round(millis / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
};

/** Its age must always be shown; grey after a day. @param when UTC ms to which it is counted: now, or a past instant */
export const modelFigure = (
  answer: { readonly probability_yes: number; readonly made_at: string } | null | undefined,
  when: number,
  after: 'ago' | 'before' = 'ago',
): Html => {
  if (answer === null || answer === undefined) return none('no forecast');
  const { probability_yes: share, made_at: at } = answer;
  const age = Math.max(0, when - Date.parse(at));
  return html`<span class="model-word${age > DAY_MS && ' old'}"
    ><b>${percentText(share)}</b>
    <time class="said" datetime="${at}"
      >${age < MINUTE_MS && after === 'ago' ? 'just now' : `${ageText(age)} ${after}`}</time
    ></span
  >`;
};

/** Time until a deadline (RFC 3339): `3 days`. @param now UTC ms */
export const closesIn = (deadline: string | null, now: number): HtmlValue => {
  if (deadline === null) return none('no deadline');
  const left = Date.parse(deadline) - now;
  if (left <= 0) return 'past';
  const words = left < DAY_MS ? counted(Math.ceil(left / HOUR_MS), 'hour') : counted(Math.ceil(left / DAY_MS), 'day');
  return html`<time datetime="${deadline}">${words}</time>`;
};

export const saidAt = (text: string): Html => html`<time class="said" datetime="${text}">${momentText(text)}</time>`;
