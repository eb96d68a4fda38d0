import { HOUR_MS } from '../../platform/common/durations';
import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { SOURCE_TYPES } from '../../platform/common/source-type';
import { formatMillis } from '../../platform/common/utc-time';
import { THEATERS } from '../../ontology/theater';
import type { DigestResponse } from '../../digest/digest.dto';
import type { EventResponse, ListEventsQuery } from '../../event-log/events.dto';
import type { PredictionRow } from '../../forecasting/predictions.dto';
import { drawing } from './charts/frame';
import { px } from './charts/scales';
import { itemsByDay } from './items-list';
import { renderPage } from './layout';
import type { Site } from './site';
import { addressOf } from './page-query';
import { empty, modelWord, notice, select, table } from './elements';
import { count, counted, day, none, percent, saidAt, sum } from './figures';
import { marketLink, nextLink } from './links';
import { categoryName, kindName, languageName, properName, spoken } from './names';

interface LogData {
  readonly site: Site;
  /** Filters as given in the address. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly query: ListEventsQuery;
  /** Errors of the filters by field; with errors, no search was made. */
  readonly errors: ReadonlyMap<string, string>;
  readonly items: readonly EventResponse[];
  /** Forecasts in the time of these reports, newest first: one more than {@link CALLS_SHOWN} if there are more. */
  readonly calls: readonly PredictionRow[];
  readonly next: string | null;
  /** Reports per hour, oldest first; `now` is the end of the last hour (UTC ms). */
  readonly hours: { readonly counts: readonly number[]; readonly now: number };
  readonly volumes: Pick<DigestResponse, 'source_types' | 'theaters'>;
}

const PATH = '/log';

export const logPage = (data: LogData): string => {
  const { site, query, items, next, errors } = data;
  const chosen = chosenFilters(data);
  const permalink = addressOf(PATH, chosen);
  const json = addressOf('/v1/ontology/events', { ...chosen, cursor: query.cursor });
  const following = query.cursor === undefined && query.until === undefined && query.as_of === undefined;
  return renderPage({
    title: 'Reports',
    description: 'What the sources said, newest first: each report with what it is about, stories folded.',
    path: PATH,
    section: PATH,
    json,
    scripts: following && errors.size === 0 ? ['log.js'] : [],
    site,
    body: html`<h1>${headline(data)}</h1>
      <p class="lede">
        Newest first, each tied to what it is about. Further reports of a story are folded beneath its newest.
      </p>
      ${histogram(data)} ${filterForm(data)} ${facets(data)} ${chips(data)}
      ${
        errors.size > 0
          ? notice(`Nothing was looked for. ${elsewhere(errors)}`)
          : html`<div class="actions">
                <a href="${permalink}">Permanent link to this selection</a>
                <a href="${json}">JSON</a>
                <span id="follow" data-seconds="30"></span>
              </div>
              ${callsSection(data.calls)}
              <div id="items">${items.length === 0 ? empty(whyEmpty(data)) : itemsByDay(items, site.names)}</div>`
      }
      ${next !== null && nextLink(addressOf(PATH, { ...chosen, cursor: next }), items.length === 0 ? 'Look further back' : 'Older reports')}
      <p class="provenance"><a href="/about#log">How reports are read and tied</a></p>`,
  });
};

export const CALLS_SHOWN = 12;

const callsSection = (calls: readonly PredictionRow[]): Html | false =>
  calls.length > 0 &&
  html`<details class="calls">
    <summary>
      ${calls.length > CALLS_SHOWN ? `${CALLS_SHOWN} and more calls` : counted(calls.length, 'call')} of the model in
      the time of these reports
    </summary>
    ${table('Calls of the model, newest first', calls.slice(0, CALLS_SHOWN), [
      ['When', ({ prediction }) => saidAt(prediction.made_at)],
      ['Market', ({ prediction }) => marketLink(prediction, prediction.question ?? prediction.ticker)],
      [{ figure: 'Model' }, ({ prediction }) => modelWord(percent(prediction.probability_yes))],
      [{ figure: 'Market then' }, ({ prediction }) => percent(prediction.market_yes_price)],
      ['Asked because of', ({ prediction: { trigger } }) => (trigger === undefined ? none() : spoken(trigger))],
    ])}
    <p><a href="/v1/predictions">All of them as JSON</a></p>
  </details>`;

const elsewhere = (errors: LogData['errors']): string =>
  [...errors]
    .filter(([name]) => name !== 'q' && !FURTHER.includes(name))
    .map(([name, message]) => `${FIELD_NAMES[name] ?? name}: ${message}.`)
    .join(' ');

const headline = ({ given, errors, hours: { counts } }: LogData): string => {
  if (errors.size > 0) return `${counted(errors.size, 'filter')} cannot be read`;
  const day = sum(counts.slice(-24));
  return Object.keys(chosenFilters({ given })).length > 0
    ? 'Reports that match'
    : `${counted(day, 'report')} in the last 24 hours`;
};

const FIELD_NAMES: Readonly<Record<string, string>> = {
  entity: 'About',
  source_type: 'Kind of source',
  theater: 'Theatre',
  category: 'Category',
  lang: 'Language',
  since: 'From',
  until: 'Until',
  q: 'Words',
  as_of: 'As it stood at',
  limit: 'Reports on a page',
};

const HOUR_WIDTH = 12;
const HISTOGRAM_HEIGHT = 46;

const histogram = ({ hours: { counts, now } }: LogData): Html | false => {
  const most = Math.max(...counts);
  if (!(most > 0)) return false;
  const width = counts.length * HOUR_WIDTH;
  return html`<figure class="hours">
    ${drawing(
      {
        title: `Reports of the last ${counts.length} hours, by the hour`,
        description: `At most ${counted(most, 'report')} in an hour; ${counts.at(-1) ?? 0} in the last one.`,
      },
      [width, HISTOGRAM_HEIGHT],
      html`${counts.map((n, index) => {
        const until = now - (counts.length - 1 - index) * HOUR_MS;
        const since = formatMillis(until - HOUR_MS);
        const height = Math.max(n === 0 ? 1 : 2, (n / most) * (HISTOGRAM_HEIGHT - 4));
        return html`<a
          tabindex="-1"
          href="${addressOf(PATH, { since, until: formatMillis(until) })}"
          aria-label="${`${since.slice(11, 16)}: ${n}`}"
          ><rect
            class="counts"
            x="${index * HOUR_WIDTH}"
            y="${px(HISTOGRAM_HEIGHT - height)}"
            width="${HOUR_WIDTH - 2}"
            height="${px(height)}"
            ><title>${day(since)}, from ${since.slice(11, 16)}: ${counted(n, 'report')}</title></rect
          ></a
        >`;
      })}`,
      { kind: 'histogram', linked: true },
    )}
    <figcaption>
      Reports by the hour, the last ${counts.length} hours; at most ${most} in one. Choose a bar to see its hour.
    </figcaption>
  </figure>`;
};

const facets = (data: LogData): Html | false => {
  const { source_types: kinds, theaters } = data.volumes;
  return (
    Object.keys(chosenFilters(data)).length === 0 &&
    html`${facet('Kinds of source', 'source_type', kinds, kindName)}${facet('Theatres', 'theater', theaters, properName)}`
  );
};

const facet = (
  title: string,
  field: string,
  volumes: readonly { readonly name: string; readonly item_count: number }[],
  words: (name: string) => string,
): Html | false => {
  const some = volumes.filter(({ item_count: n }) => n > 0).sort((a, b) => b.item_count - a.item_count);
  return (
    some.length > 0 &&
    html`<p class="key facet">
      <span>${title}, 24 h</span>
      ${some.map(({ name, item_count: n }) => html`<span><a href="${addressOf(PATH, { [field]: name })}">${words(name)}</a> ${count(n)}</span>`)}
    </p>`
  );
};

const chips = (data: LogData): Html | false => {
  const chosen = chosenFilters(data);
  const names = Object.keys(chosen);
  return (
    names.length > 0 &&
    html`<ul class="chips" aria-label="Filters that are set">
      ${names.map((name) => {
        const values = [chosen[name] ?? []].flat().map((value) => chipValue(name, value, data.site));
        return html`<li>
          ${FIELD_NAMES[name] ?? spoken(name)}: ${values.join(' and ')}
          <a href="${addressOf(PATH, { ...chosen, [name]: undefined })}"
            ><span aria-hidden="true">×</span
            ><span class="unseen">without ${FIELD_NAMES[name] ?? spoken(name)}</span></a
          >
        </li>`;
      })}
    </ul>`
  );
};

const chipValue = (name: string, value: string, { names }: Site): string => {
  if (name === 'entity') return names.entity(value);
  if (name === 'source_type') return kindName(value);
  if (name === 'theater') return properName(value);
  if (name === 'category') return categoryName(value);
  if (name === 'lang') return languageName(value);
  return /^\d{4}-\d\d-\d\dT/.test(value) ? `${day(value)}, ${value.slice(11, 16)}` : value;
};

const chosenFilters = ({ given }: Pick<LogData, 'given'>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.keys(FIELD_NAMES).flatMap((name): [string, string | string[]][] => {
      const values = [given[name] ?? []]
        .flat()
        .filter((value): value is string => typeof value === 'string' && value.trim() !== '');
      if (values.length === 0) return [];
      return [[name, values.length === 1 ? (values[0] ?? '') : values]];
    }),
  );

const whyEmpty = (data: LogData): HtmlValue => {
  if (data.next !== null) return 'Nothing in the newest reports matches. Look further back?';
  return Object.keys(chosenFilters(data)).length > 0
    ? html`No report matches all of this. <a href="${PATH}">Show everything</a>`
    : 'The log is empty: no source has been read yet. The first update fills it within ten minutes of the start.';
};

/** Folded unless one of them is set. */
const FURTHER = ['entity', 'source_type', 'theater', 'lang', 'since', 'until'];

const filterForm = (data: LogData): Html => {
  const { query, site } = data;
  const chosen = chosenFilters(data);
  const text = (name: string): string => {
    const value = chosen[name];
    return Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
  };
  const chosenEntities = [...(query.entity ?? []), ''].slice(0, 3);
  return html`<form class="filters" method="get" action="${PATH}" role="search" aria-label="Filters of the log">
    ${field(data, 'q', 'Words', html`<input type="search" name="q" value="${text('q')}" maxlength="200" placeholder='"red sea" houthi' />`, 'wide')}
    <details
      class="wide whole"
      ${FURTHER.some((name) => chosen[name] !== undefined) || data.errors.size > 0 ? html`open` : ''}
    >
      <summary>More filters: about, kind of source, theatre, language, time</summary>
      <div class="fields">
        ${chosenEntities.map((id, index) => field(data, index === 0 ? 'entity' : '', index === 0 ? 'About' : 'and about', html`<input name="entity" list="entities" value="${id === '' ? '' : data.site.names.entity(id)}" maxlength="100" autocomplete="off" placeholder="Iran" />`))}
        ${field(
          data,
          'source_type',
          'Kind of source',
          select(
            'source_type',
            SOURCE_TYPES.map((type) => [type, kindName(type)]),
            query.source_type,
          ),
        )}
        ${field(
          data,
          'theater',
          'Theatre',
          select(
            'theater',
            THEATERS.map((name) => [name, properName(name)]),
            query.theater,
          ),
        )}
        ${field(data, 'lang', 'Language', html`<input name="lang" value="${text('lang')}" maxlength="3" placeholder="fa" />`)}
        ${field(data, 'since', 'From (UTC)', html`<input type="datetime-local" name="since" value="${text('since').slice(0, 16)}" />`)}
        ${field(data, 'until', 'Until (UTC)', html`<input type="datetime-local" name="until" value="${text('until').slice(0, 16)}" />`)}
      </div>
    </details>
    ${text('category') !== '' && html`<input type="hidden" name="category" value="${text('category')}" />`}
    <div class="actions"><button class="primary" type="submit">Filter</button> <a href="${PATH}">Clear</a></div>
    <datalist id="entities">${site.names.entities.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>
  </form>`;
};

const field = ({ errors }: LogData, name: string, words: string, input: Html, kind = ''): Html => {
  const error = errors.get(name);
  return html`<label class="${kind}"
    >${words}${input}${error !== undefined && html`<span class="field-error">${error}</span>`}</label
  >`;
};
