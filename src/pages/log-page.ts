/** The event log: what was said, newest first, with the filters of the API. Pure. */
import { html, type Html, type HtmlValue } from '../common/html';
import { SOURCE_TYPES } from '../common/source-type';
import { THEATERS } from '../ontology/theater';
import type { EventResponse, ListEventsQuery } from '../event-log/events.dto';
import { itemsByDay } from './items-list';
import { renderPage } from './layout';
import type { Site } from './site';
import { addressOf } from './page-query';
import { empty, provenance, spoken } from './words';

export interface LogData {
  readonly site: Site;
  /** The filters as they were given in the address. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly query: ListEventsQuery;
  readonly items: readonly EventResponse[];
  /** Cursor of the page after, or null. */
  readonly next: string | null;
  /** Ids and names of entities, to choose from. */
  readonly entities: readonly { readonly id: string; readonly name: string }[];
}

const PATH = '/log';
const FILTERS = [
  'entity',
  'source_type',
  'theater',
  'category',
  'lang',
  'since',
  'until',
  'q',
  'as_of',
  'limit',
] as const;

export const logPage = (data: LogData): string => {
  const { site, query, items, next } = data;
  const chosen = chosenFilters(data);
  const permalink = addressOf(PATH, chosen);
  const json = addressOf('/v1/ontology/events', { ...chosen, cursor: query.cursor });
  const following =
    query.cursor === undefined && query.until === undefined && query.as_of === undefined;
  return renderPage({
    title: 'Event log',
    section: PATH,
    json,
    scripts: following ? ['log.js'] : [],
    site,
    body: html`<h1>Event log</h1>
      <p class="lede">
        News, posts, moves of instruments, large trades, forecaster questions, earthquakes and due
        dates, each tied to what it is about.
      </p>
      ${filterForm(data)}
      <div class="actions">
        <a href="${permalink}">Permanent link to this selection</a> <a href="${json}">JSON</a>
        <span id="follow" data-seconds="30"></span>
      </div>
      <div id="items">${items.length === 0 ? empty(whyEmpty(data)) : itemsByDay(items)}</div>
      ${next !== null && html`<p><a rel="next" href="${addressOf(PATH, { ...chosen, cursor: next })}">${items.length === 0 ? 'Look further back' : 'Older items'}</a></p>`}
      ${provenance('log', json)}`,
  });
};

const chosenFilters = ({ given }: LogData): Record<string, string | string[]> =>
  Object.fromEntries(
    FILTERS.flatMap((name): [string, string | string[]][] => {
      const values = [given[name] ?? []]
        .flat()
        .filter((value): value is string => typeof value === 'string' && value.trim() !== '');
      if (values.length === 0) return [];
      return [[name, values.length === 1 ? (values[0] ?? '') : values]];
    }),
  );

const whyEmpty = (data: LogData): HtmlValue => {
  if (data.next !== null)
    return 'None of the items looked at so far passes all of these filters; older ones may.';
  return Object.keys(chosenFilters(data)).length > 0
    ? html`No item passes all of these filters. <a href="${PATH}">Show everything</a>`
    : 'The log is empty: no source has been read yet. The first tick fills it within ten minutes of the start.';
};

const filterForm = (data: LogData): Html => {
  const { query, entities } = data;
  const chosen = chosenFilters(data);
  const text = (name: string): string => {
    const value = chosen[name];
    return Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
  };
  const chosenEntities = [...(query.entity ?? []), ''].slice(0, 3);
  return html`<form
    class="filters"
    method="get"
    action="${PATH}"
    role="search"
    aria-label="Filters of the log"
  >
    <label class="wide"
      >Words<input
        type="search"
        name="q"
        value="${text('q')}"
        maxlength="200"
        placeholder='"red sea" houthi'
    /></label>
    ${chosenEntities.map((id, index) => html`<label>${index === 0 ? 'Entity' : 'and entity'}<input name="entity" list="entities" value="${id}" maxlength="100" autocomplete="off" placeholder="iran" /></label>`)}
    <label>Kind of source${select('source_type', SOURCE_TYPES, query.source_type)}</label>
    <label>Theater${select('theater', THEATERS, query.theater)}</label>
    <label
      >Category<input
        name="category"
        value="${text('category')}"
        maxlength="100"
        placeholder="iranian_media"
    /></label>
    <label
      >Language<input name="lang" value="${text('lang')}" maxlength="3" placeholder="fa"
    /></label>
    <label
      >From (UTC)<input name="since" value="${text('since')}" placeholder="2026-05-07T00:00:00Z"
    /></label>
    <label
      >Until (UTC)<input name="until" value="${text('until')}" placeholder="2026-05-08T00:00:00Z"
    /></label>
    <div class="actions">
      <button class="primary" type="submit">Filter</button> <a href="${PATH}">Clear</a>
    </div>
    <datalist id="entities">
      ${entities.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
    </datalist>
  </form>`;
};

const select = (name: string, values: readonly string[], chosen: string | undefined): Html =>
  html`<select name="${name}">
    <option value="">Any</option>
    ${values.map((value) =>
      value === chosen
        ? html`<option value="${value}" selected>${spoken(value)}</option>`
        : html`<option value="${value}">${spoken(value)}</option>`,
    )}
  </select>`;
