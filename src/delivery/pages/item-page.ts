import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { cut } from '../../platform/common/plain-text';
import type { EventDetailResponse } from '../../event-log/events.dto';
import { itemList } from './items-list';
import { renderPage } from './layout';
import type { ForecastFrom } from './graph-pages.repository';
import { sourceLink, sourceLinks } from './source-page';
import type { Site } from './site';
import { addressOf } from './page-query';
import { empty, facts, folded, joined, modelWord, table } from './elements';
import { counted, percent, saidAt, time } from './figures';
import { entityLink, outward, provenance } from './links';
import { categoryName, foreign, properName, sourceTypeMark } from './names';

interface ItemPageData {
  readonly site: Site;
  readonly item: EventDetailResponse;
  readonly sisters: readonly string[];
  readonly forecasts: readonly ForecastFrom[];
}

export const itemPage = ({ site, item, sisters, forecasts }: ItemPageData): string => {
  const json = `/v1/ontology/events/${encodeURIComponent(item.id)}`;
  return renderPage({
    title: cut(item.title, 80),
    section: '/log',
    json,
    site,
    body: html`<h1>${foreign(item.title, item.lang)}</h1>
      <p>
        ${sourceTypeMark(item.source_type)}
        ${outward(item.url, foreign(item.publisher ?? site.names.source(item.source), null))}, ${time(item.at)}
      </p>
      ${beyondTitle(item) !== '' && html`<p>${foreign(beyondTitle(item), item.lang)}</p>`}
      ${facts([
        [
          'Source',
          html`${sourceLink(item.source, site)}${!site.names.isRead(item.source) && ' (no longer read)'},
            <a href="${addressOf('/log', { category: item.category })}">${categoryName(item.category)}</a
            >${sisters.length > 0 && html`, one publisher with ${sourceLinks(sisters, site)}`}`,
        ],
        ['Published', time(item.published_at)],
        ['First seen here', time(item.first_seen_at)],
        [
          'Theatre',
          item.theater === null
            ? 'none'
            : html`<a href="${addressOf('/log', { theater: item.theater })}">${properName(item.theater)}</a>`,
        ],
        [
          'Touches',
          item.entities.length === 0
            ? 'nothing that Vedette tracks'
            : joined(item.entities, ' · ', (id) => entityLink(id, site.names.entity(id))),
        ],
        ['Id', html`<code>${item.id}</code>`],
      ])}
      ${stored(item)}
      <h2>The story</h2>
      ${story(item, site)}
      <h2>Forecasts that were made from it</h2>
      ${forecastTable(forecasts)} ${provenance('log', json)}`,
  });
};

/** Measurements and counts, by their API names. */
const stored = ({ attributes }: EventDetailResponse): Html | false =>
  Object.keys(attributes).length > 0 &&
  folded(
    'Its figures as stored',
    facts(
      Object.entries(attributes).map(([name, value]) => [
        html`<code>${name}</code>`,
        html`<code>${String(value)}</code>`,
      ]),
    ),
  );

/** The text beyond the title: posts have no title, so their title is the beginning of the text. */
const beyondTitle = ({ title, summary }: EventDetailResponse): string =>
  summary === null ? '' : (summary.startsWith(title) ? summary.slice(title.length) : summary).trim();

const story = (item: EventDetailResponse, { names }: Site): HtmlValue => {
  const { reported_in: told } = item;
  if (told === null || told.reports < 2) return empty('No other report of this story is known.');
  const first = [item, ...told.copies].find(({ id }) => id === told.origin_item);
  return html`<p>
      ${counted(told.reports, 'report')}${first !== undefined && html`, the earliest by ${first.id === item.id ? 'this source' : foreign(names.source(first.source), null)}`}.
      Copies count once.
    </p>
    ${itemList(told.copies, names)}`;
};

const forecastTable = (forecasts: readonly ForecastFrom[]): Html =>
  forecasts.length === 0
    ? empty('No forecast was made from it.')
    : table('Forecasts that were made from it, newest first', forecasts, [
        [
          { title: 'Question' },
          ({ bundle, question }) => html`<a href="/forecasts/${encodeURIComponent(bundle)}">${question ?? bundle}</a>`,
        ],
        [{ figure: 'Model' }, (one) => modelWord(percent(one.probability_yes))],
        ['When', (one) => saidAt(one.made_at)],
      ]);
