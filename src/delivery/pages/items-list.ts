import { groupBy } from '../../platform/common/group-by';
import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { glossOf } from './gloss';
import type { Names } from './site';
import { joined } from './elements';
import { clockTime, counted, day, time } from './figures';
import { entityLink, outward } from './links';
import { foreign, languageName, measures, sourceTypeMark } from './names';

/** Fields of an item in a list; every API response with items has them. */
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
  readonly story?: string | null;
  readonly circular?: boolean;
  /** Whether it covers the whole question of that market. */
  readonly about?: boolean;
}

export const itemsByDay = (items: readonly ListedItem[], names: Names): Html =>
  html`<div class="log">
    ${[...groupBy(items, ({ at }) => at?.slice(0, 10) ?? '')].map(
      ([date, ofDay]) =>
        html`<h2 class="day">${date === '' ? 'Without a time' : day(date)}</h2>
          <ol class="items">
            ${[...groupBy(ofDay, ({ story, id }) => story ?? id).values()].map((told) => storyRow(told, names))}
          </ol>`,
    )}
  </div>`;

const storyRow = ([first, ...others]: readonly ListedItem[], names: Names): Html | false =>
  first !== undefined &&
  html`<li id="${`i-${first.id}`}">
    <span class="when">${first.at !== null && clockTime(first.at)}</span>
    <div>
      ${headline(first)}${meta(first, names, false)}
      ${
        others.length > 0 &&
        html`<details>
          <summary>${counted(others.length, 'more report')} of this story</summary>
          <ol class="items">
            ${others.map(
              (item) =>
                html`<li id="${`i-${item.id}`}">
                  <span class="when">${item.at !== null && clockTime(item.at)}</span>
                  <div>${headline(item)}${meta(item, names, false)}</div>
                </li>`,
            )}
          </ol>
        </details>`
      }
    </div>
  </li>`;

export const itemList = (items: readonly ListedItem[], names: Names): Html =>
  html`<ul class="items">
    ${items.map((item) => html`<li>${headline(item)}${meta(item, names, true)}</li>`)}
  </ul>`;

const headline = ({ id, title, lang }: ListedItem): Html =>
  html`<p class="headline">
    <a href="/log/${encodeURIComponent(id)}">${foreign(title, lang ?? null)}</a>
  </p>`;

const meta = (item: ListedItem, names: Names, withTime: boolean): Html =>
  html`<p class="meta">
    ${item.source_type !== undefined && sourceTypeMark(item.source_type)}<span>${sourceName(item, names)}</span>${withTime && time(item.at)}${item.lang !== null && item.lang !== undefined && !measures(item.source_type) && html`<span>${languageName(item.lang)}</span>${glossOf(item.title, item.lang, names, item.entities === undefined)}`}${item.about === true && html`<span class="tag">whole question</span>`}${item.circular === true && html`<span class="tag tag-warn">circular</span>`}${item.entities !== undefined && item.entities.length > 0 && html`<span>${touched(item.entities.slice(0, ENTITIES_SHOWN), names)}${item.entities.length > ENTITIES_SHOWN && ` +${item.entities.length - ENTITIES_SHOWN}`}</span>`}
  </p>`;

const ENTITIES_SHOWN = 6;

const sourceName = ({ source, publisher, url }: ListedItem, names: Names): HtmlValue => {
  const name = names.source(source);
  const by = foreign(name, null);
  return outward(url, publisher === null || publisher === undefined ? by : html`${foreign(publisher, null)}, by ${by}`);
};

const touched = (ids: readonly string[], names: Names): HtmlValue =>
  joined(ids, ' · ', (id) => entityLink(id, names.entity(id)));
