import { ageText, DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/common/durations';
import { html, safeHref, type Html, type HtmlValue } from '../../platform/common/html';
import type { MarketKey } from '../../markets/market-key';
import type { SourceType } from '../../platform/common/source-type';

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

export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202F');

export const withCode = (text: string): HtmlValue =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));

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

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `red_sea` → `Red sea`; `militant_group` → `Militant group`. */
export const spoken = (name: string): string => capital(name.replaceAll('_', ' '));

/** A slug as a proper name: `red_sea` → `Red Sea`. */
export const properName = (slug: string): string => slug.split(/[_-]/).map(capital).join(' ');

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** A language by its code: `fa` → `Persian`. */
export const languageName = (code: string): string => {
  try {
    return LANGUAGES.of(code) ?? code;
  } catch {
    // The source has an invalid language code.
    return code;
  }
};

const KINDS: Readonly<Record<SourceType, string>> = {
  news: 'News',
  telegram: 'Telegram',
  twitter: 'X',
  financial: 'Market gauge',
  whale: 'Large trade',
  forecaster: 'Forecasters',
  seismic: 'Earthquake',
  calendar: 'Calendar',
};

export const kindName = (type: string): string =>
  Object.hasOwn(KINDS, type) ? KINDS[type as SourceType] : spoken(type);

/** Whether a kind of source is a measurement, so that its language is irrelevant. */
export const measures = (type: string | null | undefined): boolean => type === 'financial' || type === 'seismic';

export const categoryName = (category: string): string =>
  category === 'whale_flow' ? 'Large trades' : spoken(category.replace('osint', 'open-source intelligence'));

/** @param type null for an entity that was added in the graph without one */
export const entityKind = (type: string | null): string =>
  type === 'instrument' ? 'Market gauge' : spoken(type ?? 'unknown kind');

export const entityKinds = (type: string): string => {
  const one = entityKind(type);
  return one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`;
};

export const foreign = (text: string, lang: string | null): Html =>
  lang === null ? html`<bdi>${text}</bdi>` : html`<bdi lang="${lang}">${text}</bdi>`;

export const outward = (url: string | null, words: HtmlValue): HtmlValue =>
  url === null || safeHref(url) === '#'
    ? words
    : html`<a href="${safeHref(url)}" rel="noreferrer nofollow ugc">${words}</a>`;

export const sourceTypeMark = (type: string): Html => html`<span class="type">${kindName(type)}</span>`;

export const entityLink = (id: string, name = id): Html =>
  html`<a class="entity" href="/entities/${encodeURIComponent(id)}">${name}</a>`;

/** `YES`, `NO`, `void`, or `settled` if the outcome is unknown; null while undecided. */
export const decisionOf = ({
  status,
  outcome,
}: {
  readonly status: string;
  readonly outcome: string | null;
}): string | null => {
  if (status === 'void') return 'void';
  return outcome ?? (status === 'settled' ? 'settled' : null);
};

export const marketPath = ({ exchange, ticker }: MarketKey): string =>
  `/markets/${encodeURIComponent(exchange)}/${encodeURIComponent(ticker)}`;

export const marketLink = (market: MarketKey, words: HtmlValue): Html =>
  html`<a href="${marketPath(market)}">${words}</a>`;

/** The question of a trade; markets of imported trades may not be tracked here. */
export const tradedMarket = (
  trade: MarketKey & { readonly population: string; readonly question: string | null },
): HtmlValue => {
  const words = trade.question ?? trade.ticker;
  return trade.population === 'own' ? marketLink(trade, words) : words;
};

export const provenance = (about: string, json: string): Html =>
  html`<p class="provenance"><a href="/about#${about}">How this is computed</a> · <a href="${json}">JSON</a></p>`;

export const graphLink = (address: string | null): HtmlValue =>
  address !== null && html`<a href="${address}" rel="noreferrer">Open in Neo4j Browser</a>`;

export const empty = (why: HtmlValue): Html => html`<p class="empty">${why}</p>`;

export const table = <Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly (readonly [head: Column, cell: (row: Row, index: number) => HtmlValue])[],
): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table class="${columns.some(([head]) => isTitle(head)) ? 'cards' : ''}">
      <caption class="unseen">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(([head]) => headOf(head))}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, index) =>
            html`<tr>
              ${columns.map(([head, cell]) => html`<td class="${classOf(head)}" data-name="${isTitle(head) ? '' : nameOf(head)}">${cell(row, index)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

export interface ColumnSort {
  readonly href: string;
  readonly now: 'ascending' | 'descending' | null;
}

type Column =
  | string
  | { readonly title: string }
  | { readonly figure: string; readonly wide?: true; readonly sort?: ColumnSort }
  | { readonly words: string; readonly wide: true; readonly sort?: ColumnSort };

const headOf = (column: Column): Html => {
  const sort = typeof column === 'object' && 'sort' in column ? column.sort : undefined;
  if (sort === undefined) return html`<th scope="col" class="${classOf(column)}">${nameOf(column)}</th>`;
  return html`<th scope="col" class="${classOf(column)}" ${sort.now !== null && html`aria-sort="${sort.now}"`}>
    <a href="${sort.href}">${nameOf(column)}</a>
  </th>`;
};

const nameOf = (column: Column): string => {
  if (typeof column === 'string') return column;
  if ('title' in column) return column.title;
  return 'figure' in column ? column.figure : column.words;
};
const isTitle = (column: Column): boolean => typeof column === 'object' && 'title' in column;
const classOf = (column: Column): string => {
  if (typeof column !== 'object') return 'words';
  if ('title' in column) return 'title';
  return `${'figure' in column ? 'figure' : 'words'}${column.wide === true ? ' wide' : ''}`;
};
