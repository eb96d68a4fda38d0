import { marketPath, type MarketKey } from '../../markets/market-key';
import { Html, html, safeHref, type HtmlValue } from '../../platform/common/html';
import { joined } from './elements';

export const segments = (
  label: string,
  links: readonly { readonly href: string; readonly words: HtmlValue; readonly chosen: boolean }[],
  id?: string,
): Html =>
  html`<nav class="segments" ${id !== undefined && html`id="${id}"`} aria-label="${label}">
    <ul>
      ${links.map(({ href, words, chosen }) => html`<li><a href="${href}" ${chosen && html`aria-current="true"`}>${words}</a></li>`)}
    </ul>
  </nav>`;

export const nextLink = (href: string, words: string): Html => html`<p><a rel="next" href="${href}">${words}</a></p>`;

export const outward = (url: string | null, words: HtmlValue): HtmlValue =>
  url === null || safeHref(url) === '#'
    ? words
    : html`<a href="${safeHref(url)}" rel="noreferrer nofollow ugc">${words}</a>`;

export const entityLink = (id: string, name = id): Html =>
  html`<a class="entity" href="/entities/${encodeURIComponent(id)}">${name}</a>`;

export const marketLink = (market: MarketKey, words: HtmlValue): Html =>
  html`<a href="${marketPath(market)}">${words}</a>`;

/** The question of a trade; markets of imported trades may not be tracked here. */
export const tradedMarket = (
  trade: MarketKey & { readonly population: string; readonly question: string | null },
): HtmlValue => {
  const words = trade.question ?? trade.ticker;
  return trade.population === 'own' ? marketLink(trade, words) : words;
};

type Link = readonly [href: string, words: HtmlValue] | Html | false;

/** Links by address and words, or as elements. */
export const links = (...all: readonly Link[]): HtmlValue =>
  joined(
    all.filter((link) => link !== false),
    ' · ',
    (link) => (link instanceof Html ? link : html`<a href="${link[0]}">${link[1]}</a>`),
  );

/** What leads on from a section. */
export const seeAlso = (...all: readonly Link[]): Html => html`<p class="provenance">${links(...all)}</p>`;

export const provenance = (about: string, json: string): Html =>
  seeAlso([`/about#${about}`, 'How this is computed'], [json, 'JSON']);

export const graphLink = (address: string | null): Html | false =>
  address !== null && html`<a href="${address}" rel="noreferrer">Open in Neo4j Browser</a>`;
