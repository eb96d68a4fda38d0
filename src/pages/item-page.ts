/** One item of the log with everything known about it. Pure. */
import { html, type Html, type HtmlValue } from '../common/html';
import type { EventDetailResponse } from '../event-log/events.dto';
import { itemList } from './items-list';
import { renderPage } from './layout';
import { sourceLink } from './source-page';
import type { Names, Site } from './site';
import { addressOf } from './page-query';
import {
  empty,
  entityLink,
  foreign,
  outward,
  provenance,
  sourceTypeMark,
  counted,
  properName,
  spoken,
  time,
} from './words';

export const itemPage = (item: EventDetailResponse, site: Site): string => {
  const json = `/v1/ontology/events/${encodeURIComponent(item.id)}`;
  return renderPage({
    title: item.title.slice(0, 80),
    section: '/log',
    json,
    site,
    body: html`<h1>${foreign(item.title, item.lang)}</h1>
      <p>
        ${sourceTypeMark(item.source_type)}
        ${outward(item.url, foreign(item.publisher ?? site.names.source(item.source), null))},
        ${time(item.at)}
      </p>
      ${item.summary !== null && html`<p>${foreign(item.summary, item.lang)}</p>`}
      <dl class="facts">
        <dt>Source</dt>
        <dd>
          ${sourceLink(item.source, site)},
          <a href="${addressOf('/log', { category: item.category })}">${spoken(item.category)}</a
          >${item.family !== item.source && html`, counted as one publisher with ${sourceLink(item.family, site)}`}
        </dd>
        <dt>Published</dt>
        <dd>${time(item.published_at)}</dd>
        <dt>First seen here</dt>
        <dd>${time(item.first_seen_at)}</dd>
        <dt>Theatre</dt>
        <dd>
          ${item.theater === null ? 'none' : html`<a href="${addressOf('/log', { theater: item.theater })}">${properName(item.theater)}</a>`}
        </dd>
        <dt>Touches</dt>
        <dd>
          ${item.entities.length === 0 ? 'nothing that Vedette tracks' : item.entities.map((id, index) => html`${index > 0 && ' · '}${entityLink(id, site.names.entity(id))}`)}
        </dd>
        ${Object.entries(item.attributes).map(
          ([name, value]) =>
            html`<dt>${spoken(name)}</dt>
              <dd>${String(value)}</dd>`,
        )}
        <dt>Id</dt>
        <dd><code>${item.id}</code></dd>
      </dl>
      <h2>The story</h2>
      ${story(item, site.names)}
      <h2>Forecasts that were made from it</h2>
      ${bundles(item)} ${provenance('log', json)}`,
  });
};

const story = ({ reported_in: told }: EventDetailResponse, names: Names): HtmlValue =>
  told === null || told.reports < 2
    ? empty('No other report of this story is known.')
    : told.reports === 1
      ? empty('No other report of this story is known.')
      : html`<p>
            ${counted(told.reports, 'report')}, the earliest by
            ${foreign(names.source(told.origin_family), null)}. Copies count once.
          </p>
          ${itemList(told.copies, names)}`;

const bundles = ({ bundles: held }: EventDetailResponse): Html =>
  held.length === 0
    ? empty('No forecast was made from it.')
    : html`<ul>
        ${held.map(
          ({ id, sha256 }) =>
            html`<li>
              <a href="/forecasts/${encodeURIComponent(id)}"><code>${id}</code></a>
              <small>SHA-256 <code>${sha256.slice(0, 16)}…</code></small>
            </li>`,
        )}
      </ul>`;
