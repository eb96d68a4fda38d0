import { distance } from 'fastest-levenshtein';
import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { EventResponse } from '../../event-log/events.dto';
import type { EntityResponse } from '../../ontology/entity.dto';
import { itemList } from './items-list';
import { renderPage } from './layout';
import { addressOf } from './page-query';
import type { FoundMarket } from './market-pages.repository';
import type { Names, Site } from './site';
import { empty, joined } from './elements';
import { counted, percent } from './figures';
import { entityLink, marketLink } from './links';
import { spoken } from './names';

export const FOUND_MAX = 20;

interface SearchData {
  readonly site: Site;
  readonly q: string;
  readonly entities: readonly EntityResponse[];
  readonly markets: readonly FoundMarket[];
  readonly reports: readonly EventResponse[];
}

export const searchPage = ({ site, q, entities, markets, reports }: SearchData): string => {
  const nothing = entities.length + markets.length + reports.length === 0;
  return renderPage({
    title: q === '' ? 'Search' : `Search: ${q.slice(0, 60)}`,
    path: '/search',
    section: '',
    site,
    body: html`<h1>${q === '' ? 'Search' : html`Found for “${q}”`}</h1>
      <form class="filters" method="get" action="/search" role="search" aria-label="Search again">
        <label class="wide"
          >Places, actors, markets, reports, or an identifier<input type="search" name="q" value="${q}" maxlength="200"
        /></label>
        <div class="actions"><button class="primary" type="submit">Search</button></div>
      </form>
      ${q !== '' && nothing && meant(q, site)}
      ${q !== '' && nothing && empty('Nothing has these words. Fewer or other words may help; reports are searched in the language in which they were written.')}
      ${group('Places and actors', entities, (entity) => html`${entityLink(entity.id, entity.name)} <small>${entity.description}</small>`)}
      ${group('Markets', markets, (market) => html`${marketLink(market, market.question)} <small>${spoken(market.exchange)}, ${standingOf(market)}</small>`)}
      ${
        reports.length > 0 &&
        html`<h2>Reports</h2>
          ${itemList(reports, site.names)}
          <p><a href="${addressOf('/log', { q })}">All reports with these words</a></p>`
      }`,
  });
};

const meant = (q: string, { names }: Site): Html | false => {
  const close = namesLike(q, names.entities);
  return (
    close.length > 0 && html`<p>Did you mean ${joined(close, ' or ', ({ id, name }) => entityLink(id, name))}?</p>`
  );
};

/** Shorter words get no similar names. */
const WORD_MIN = 4;
const LIKE_MAX = 3;

/** Names within edit distance 1 of the words, 2 from eight letters on; closest first. */
export const namesLike = (words: string, names: Names['entities']): Names['entities'] => {
  const asked = words.toLowerCase();
  if (asked.length < WORD_MIN) return [];
  const most = asked.length < 2 * WORD_MIN ? 1 : 2;
  return names
    .map((name) => ({ ...name, far: distance(asked, name.name.toLowerCase()) }))
    .filter(({ far }) => far <= most)
    .sort((a, b) => a.far - b.far)
    .slice(0, LIKE_MAX);
};

const group = <T>(name: string, rows: readonly T[], words: (row: T) => Html): Html | false =>
  rows.length > 0 &&
  html`<h2>
      ${name}
      <small>${rows.length < FOUND_MAX ? counted(rows.length, 'match', 'matches') : `the first ${rows.length}`}</small>
    </h2>
    <ul class="items">
      ${rows.map((row) => html`<li>${words(row)}</li>`)}
    </ul>`;

export const pageOfIdentifier = (q: string): string | null => {
  if (/^t-[0-9a-f]{8,64}$/.test(q)) return `/receipts/${q}`;
  if (/^rb-[0-9a-f]{32}$/.test(q)) return `/forecasts/${q}`;
  if (/^[a-z]{1,2}-[0-9a-f]{24}$/.test(q)) return `/log/${q}`;
  if (/^[0-9a-f]{64}$/.test(q)) return `/verify?q=${q}`;
  if (/^[0-9a-f]{20}$/.test(q)) return `/alerts/${q}`;
  return null;
};

export const standingOf = ({ status, yes_price: price, outcome }: FoundMarket): HtmlValue => {
  if (status === 'open') return percent(price);
  return outcome === null ? spoken(status).toLowerCase() : `decided ${outcome}`;
};
