/** Items of the event log as a list, on every page that shows some. Pure. */
import { html, type Html, type HtmlValue } from '../common/html';
import { clockTime, day, entityLink, foreign, outward, sourceTypeMark, time } from './words';

/** What a list shows of an item; every answer of the API that holds items has these. */
export interface ListedItem {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly publisher?: string | null;
  readonly source_type?: string;
  readonly lang?: string | null;
  readonly url: string | null;
  /** Null for an item without a time. */
  readonly at: string | null;
  readonly entities?: readonly string[];
  /** Whether the market that the list belongs to caused it itself. */
  readonly circular?: boolean;
}

/** Items with their day above each day's first. */
export const itemsByDay = (items: readonly ListedItem[]): Html =>
  html`<div class="log">
    ${[...groupedByDay(items)].map(
      ([date, ofDay]) =>
        html`<h2 class="day">${date === null ? 'Without a time' : day(date)}</h2>
          <ol class="items">
            ${ofDay.map(
              (item) =>
                html`<li id="${`i-${item.id}`}">
                  <span class="when">${item.at !== null && clockTime(item.at)}</span>
                  <div>${headline(item)}${meta(item, false)}</div>
                </li>`,
            )}
          </ol>`,
    )}
  </div>`;

/** A short list with whole times. */
export const itemList = (items: readonly ListedItem[]): Html =>
  html`<ul class="items">
    ${items.map((item) => html`<li>${headline(item)}${meta(item, true)}</li>`)}
  </ul>`;

const headline = ({ id, title, lang }: ListedItem): Html =>
  html`<p class="headline">
    <a href="/log/${encodeURIComponent(id)}">${foreign(title, lang ?? null)}</a>
  </p>`;

const meta = (item: ListedItem, withTime: boolean): Html =>
  html`<p class="meta">
    ${item.source_type !== undefined && sourceTypeMark(item.source_type)}<span>${sourceName(item)}</span>${withTime && time(item.at)}${item.lang !== null && item.lang !== undefined && html`<span>${item.lang}</span>`}${item.circular === true && html`<span class="tag tag-warn">circular</span>`}${item.entities !== undefined && item.entities.length > 0 && html`<span>${joined(item.entities.slice(0, ENTITIES_SHOWN))}${item.entities.length > ENTITIES_SHOWN && ` +${item.entities.length - ENTITIES_SHOWN}`}</span>`}
  </p>`;

const ENTITIES_SHOWN = 6;

const sourceName = ({ source, publisher, url }: ListedItem): HtmlValue =>
  outward(
    url,
    publisher === null || publisher === undefined ? source : `${publisher}, by ${source}`,
  );

const joined = (ids: readonly string[]): HtmlValue =>
  ids.map((id, index) => html`${index > 0 && ' · '}${entityLink(id)}`);

const groupedByDay = (items: readonly ListedItem[]): Map<string | null, ListedItem[]> => {
  const days = new Map<string | null, ListedItem[]>();
  for (const item of items) {
    const date = item.at?.slice(0, 10) ?? null;
    days.set(date, [...(days.get(date) ?? []), item]);
  }
  return days;
};
