/** One entity: what it is, how it is written, what is stated and was lately said of it. Pure. */
import { html, type Html, type HtmlValue } from '../common/html';
import type { EntityDetailResponse } from '../ontology/entity.dto';
import type { EntityMarket } from './pages.repository';
import { itemList } from './items-list';
import { renderPage } from './layout';
import type { Site } from './site';
import { addressOf } from './page-query';
import {
  bar,
  count,
  empty,
  entityLink,
  marketLink,
  none,
  outward,
  percent,
  provenance,
  spoken,
  table,
} from './words';

export interface EntityPageData {
  readonly site: Site;
  readonly entity: EntityDetailResponse;
  readonly markets: readonly EntityMarket[];
}

export const entityPage = ({ site, entity, markets }: EntityPageData): string => {
  const json = `/v1/ontology/entities/${encodeURIComponent(entity.id)}`;
  const log = addressOf('/log', { entity: entity.id });
  return renderPage({
    title: entity.name,
    section: '/ontology',
    json,
    site,
    body: html`<h1>${entity.name}</h1>
      <p class="lede">${entity.description}</p>
      ${entity.retired && html`<p class="notice">The ontology has given this entity up; old items still name it.</p>`}
      <dl class="facts">
        <dt>Kind</dt>
        <dd>
          ${spoken(entity.type)}${entity.theater !== null && html`, theater <a href="${addressOf('/log', { theater: entity.theater })}">${spoken(entity.theater)}</a>`}
        </dd>
        <dt>Items of 24 hours</dt>
        <dd><a href="${log}">${count(entity.item_count_24h)}</a></dd>
        <dt>Written as</dt>
        <dd>
          ${entity.aliases.map((alias, index) => html`${index > 0 && ' · '}<bdi>${alias}</bdi>`)}
        </dd>
        ${facts(entity).map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      <p class="actions">
        <a href="${addressOf('/ontology', { entity: entity.id })}">Draw what lies around it</a>
        <a href="${log}">Everything said of it</a>
      </p>
      <h2>Relationships</h2>
      ${relationships(entity)} ${provenance('ontology', json)}
      <h2>Markets about it</h2>
      ${marketTable(markets)}
      <h2>Latest items</h2>
      ${
        entity.items.length === 0
          ? empty('No item has touched it yet.')
          : html`${itemList(entity.items)}
              <p><a href="${log}">All of them, with filters</a></p>`
      }`,
  });
};

const facts = (entity: EntityDetailResponse): [string, HtmlValue][] => {
  const rows: [string, HtmlValue | null][] = [
    ['ISO code', entity.iso_code],
    ['Capital', entity.capital],
    ['Symbol', entity.symbol],
    [
      'Location',
      entity.location === null
        ? null
        : `${entity.location.lat.toFixed(2)}, ${entity.location.lon.toFixed(2)}`,
    ],
    ['Since', entity.since],
    ['Until', entity.until],
    [
      'Wikidata',
      entity.wikidata_id === null
        ? null
        : outward(`https://www.wikidata.org/wiki/${entity.wikidata_id}`, entity.wikidata_id),
    ],
  ];
  return rows.filter(([, value]) => value !== null);
};

const relationships = ({ name, relationships: rows }: EntityDetailResponse): Html =>
  rows.length === 0
    ? empty('The ontology states no relationship of it.')
    : table(
        `Relationships of ${name}`,
        ['It', 'Entity', 'Why it is stated', 'When'],
        rows.map(({ reads, entity, basis, since, until }) => [
          reads,
          entityLink(entity.id, entity.name),
          basis,
          since === null && until === null ? none('not dated') : `${since ?? ''}–${until ?? ''}`,
        ]),
      );

const marketTable = (markets: readonly EntityMarket[]): Html =>
  markets.length === 0
    ? empty('No tracked market is about it.')
    : table(
        'Markets',
        ['Question', { figure: 'YES' }, { figure: 'Confluence' }, 'Status'],
        markets.map(({ exchange, ticker, question, yes_price, score, status }) => [
          marketLink(exchange, ticker, question),
          percent(yes_price),
          score === null ? none('not scored yet') : bar(score, 'Confluence'),
          status,
        ]),
      );
