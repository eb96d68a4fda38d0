import { DAY_MS } from '../../platform/common/durations';
import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { EXCHANGES, isFinal, type MarketStatus } from '../../markets/market';
import type { ListedMarketResponse, ListMarketsQuery } from '../../markets/markets.dto';
import { MARKET_SORTS, type MarketSort } from '../../markets/market-views.repository';
import { THEATERS } from '../../ontology/theater';
import { dumbbell, quotedDumbbell } from './charts/dumbbell';
import { renderPage } from './layout';
import type { DecidedMarket, MarketCount } from './market-pages.repository';
import { addressOf } from './page-query';
import type { Site } from './site';
import { gapThen, kindsOf, pointsFrom, sparkOf } from './today-page';
import { type ColumnSort, empty, key, modelWord, select, table } from './elements';
import { closesIn, count, counted, day, modelFigure, none, percent, pointsBetween, sum } from './figures';
import { marketLink, nextLink, seeAlso, segments } from './links';
import { properName, spoken } from './names';

export interface MarketsPageData {
  readonly site: Site;
  /** UTC ms. */
  readonly now: number;
  readonly query: ListMarketsQuery;
  readonly view: 'list' | 'grid';
  /** One line per market, for wide screens. */
  readonly compact: boolean;
  readonly counts: readonly MarketCount[];
  readonly markets: readonly ListedMarketResponse[];
  /** Figures of decided markets, in the same order. */
  readonly before: readonly DecidedMarket[];
  readonly next: string | null;
}

const PATH = '/markets';
const STATUS_WORDS: Readonly<Record<MarketStatus, string>> = {
  open: 'Open',
  closed: 'Awaiting a decision',
  disputed: 'Disputed',
  settled: 'Settled',
  void: 'Void',
  paused: 'Paused',
  unopened: 'Not yet open',
};

const SORT_WORDS: Readonly<Record<MarketSort, string>> = {
  gap: 'Widest gap',
  move: 'Moved most in a day',
  closes: 'Closes soonest',
  confluence: 'Most kinds of source',
};

type Chosen = Readonly<Record<string, string | number | undefined>>;

export const marketsPage = (data: MarketsPageData): string => {
  const { site, query, markets, next } = data;
  const { status: wanted, exchange, theater, min_score, sort } = query;
  const status = wanted ?? 'open';
  const asked: Chosen = { status: wanted, exchange, theater, min_score, sort };
  const chosen: Chosen = {
    ...asked,
    view: data.view === 'grid' ? 'grid' : undefined,
    density: data.compact ? 'compact' : undefined,
  };
  const json = addressOf('/v1/markets', status === 'open' ? { sort: 'gap', ...asked } : asked);
  const sentence = firstSentence(data, status);
  return renderPage({
    title: 'Markets',
    description: sentence,
    path: PATH,
    section: PATH,
    json,
    site,
    scripts: data.compact ? ['rows.js'] : [],
    body: html`<h1>${sentence}</h1>
      <p class="lede">
        Yes-or-no questions on Kalshi and Polymarket:
        ${isFinal(status) ? 'what the market and our model said a day before each was decided.' : 'the market’s price, our model’s forecast, and how many kinds of source report on them.'}
      </p>
      ${statusSwitch(data, status, chosen)} ${filters(data, status)}
      <div class="actions">
        <a href="${addressOf('/markets.csv', asked)}">CSV of these</a>
        ${
          status === 'open' &&
          (data.view === 'grid'
            ? html`<a href="${addressOf(PATH, { ...chosen, view: undefined })}">As a table</a>`
            : html`<a href="${addressOf(PATH, { ...chosen, view: 'grid', density: undefined })}">As small pictures</a>`)
        }
        ${
          data.view === 'list' &&
          (data.compact
            ? html`<a href="${addressOf(PATH, { ...chosen, density: undefined })}">With more room</a>`
            : html`<a class="from-wide" href="${addressOf(PATH, { ...chosen, density: 'compact' })}">One line each</a>`)
        }
      </div>
      ${markets.length === 0 ? empty(whyEmpty(chosen)) : html`<div class="${data.compact ? 'compact' : ''}">${listOf(data, status, chosen)}</div>`}
      ${next !== null && nextLink(addressOf(PATH, { ...chosen, cursor: next }), 'More markets')}
      ${seeAlso(['/about#prices', 'Prices'], ['/about#confluence', 'kinds of source'], [json, 'JSON'])}`,
  });
};

interface Counted {
  readonly exchange?: string | undefined;
  readonly theater?: string | undefined;
}

const numberOf = (counts: readonly MarketCount[], status: string, { exchange, theater }: Counted): number =>
  sum(
    counts
      .filter((one) => one.status === status)
      .filter((one) => (exchange ?? one.exchange) === one.exchange && (theater ?? one.theater) === one.theater)
      .map(({ n }) => n),
  );

const firstSentence = ({ query, counts, markets }: MarketsPageData, status: MarketStatus): string => {
  const all = numberOf(counts, status, {});
  const found = status === 'open' ? markets.length : numberOf(counts, status, query);
  const of = found < all ? `${count(found)} of ` : '';
  if (status !== 'open')
    return `${of}${counted(all, 'market')} ${(of === '' ? all : found) === 1 ? 'is' : 'are'} ${STATUS_WORDS[status].toLowerCase()}`;
  const apart = Math.max(
    0,
    ...markets.map(({ latest_prediction: said }) =>
      said === null || said.market_yes_price === null
        ? 0
        : Math.abs(pointsBetween(said.market_yes_price, said.probability_yes)),
    ),
  );
  return `${of}${counted(all, 'open market')}${apart === 0 ? '' : `; the model stood up to ${counted(apart, 'point')} from the price`}`;
};

const listOf = (data: MarketsPageData, status: MarketStatus, chosen: Chosen): Html => {
  if (isFinal(status)) return decidedTable(data);
  return data.view === 'grid' ? grid(data) : openTable(data, chosen);
};

const statusSwitch = ({ query, counts }: MarketsPageData, status: string, chosen: Chosen): Html =>
  segments(
    'State of the markets',
    Object.entries(STATUS_WORDS).flatMap(([one, words]) => {
      const n = numberOf(counts, one, query);
      if (n === 0 && one !== status) return [];
      const href = addressOf(PATH, { ...chosen, status: one === 'open' ? undefined : one, sort: undefined });
      return [{ href, words: html`${words} <span class="figure">${count(n)}</span>`, chosen: one === status }];
    }),
  );

const filters = ({ query, view, compact, counts }: MarketsPageData, status: string): Html => {
  const withCount = (name: string, n: number): string => `${name} (${count(n)})`;
  return html`<form class="filters" method="get" action="${PATH}" role="search" aria-label="Filters of the markets">
    ${status !== 'open' && html`<input type="hidden" name="status" value="${status}" />`}${view === 'grid' && html`<input type="hidden" name="view" value="grid" />`}${compact && html`<input type="hidden" name="density" value="compact" />`}
    <label
      >Theatre${select(
        'theater',
        THEATERS.map((name) => [
          name,
          withCount(properName(name), numberOf(counts, status, { exchange: query.exchange, theater: name })),
        ]),
        query.theater,
      )}</label
    >
    <label
      >Exchange${select(
        'exchange',
        EXCHANGES.map((name) => [
          name,
          withCount(spoken(name), numberOf(counts, status, { exchange: name, theater: query.theater })),
        ]),
        query.exchange,
      )}</label
    >
    <label
      >At least … kinds of
      source${select(
        'min_score',
        [1, 2, 3, 4, 5].map((kinds) => [String(kinds / 5), String(kinds)]),
        query.min_score === undefined ? undefined : String(query.min_score),
      )}</label
    >
    ${
      status === 'open' &&
      html`<label
        >First${select(
          'sort',
          MARKET_SORTS.map((sort) => [sort, SORT_WORDS[sort]]),
          query.sort ?? 'gap',
          false,
        )}</label
      >`
    }
    <div class="actions"><button class="primary" type="submit">Show</button> <a href="${PATH}">Clear</a></div>
  </form>`;
};

/** The question, with details that distinguish markets of the same wording. */
const question = (market: ListedMarketResponse): Html => {
  const { question: words, group_title: group, exchange, theater } = market;
  return html`${marketLink(market, words)}<br /><small
      >${group !== null && !words.includes(group) && `${group} · `}${spoken(exchange)}${theater !== null && ` · ${properName(theater)}`}</small
    >`;
};

const sortedBy = (sort: MarketSort, query: ListMarketsQuery, chosen: Chosen): ColumnSort => ({
  href: addressOf(PATH, { ...chosen, sort: sort === 'gap' ? undefined : sort }),
  now: (query.sort ?? 'gap') !== sort ? null : sort === 'closes' ? 'ascending' : 'descending',
});

const openTable = ({ markets, now, query }: MarketsPageData, chosen: Chosen): Html =>
  html`${key('● market, bid to ask shaded', modelWord('◆ model'), 'change, gap (when the model answered) and spread in points')}
  ${table('Open markets', markets, [
    [{ title: 'Question' }, question],
    [{ figure: 'Market' }, (market) => percent(market.yes_price)],
    [
      { figure: 'In 24 h', wide: true, sort: sortedBy('move', query, chosen) },
      // The last but one is of a day ago.
      ({ yes_price: now, spark }) => pointsFrom(spark.at(-2) ?? null, now),
    ],
    [{ figure: 'Model' }, (market) => modelFigure(market.latest_prediction, now)],
    [{ figure: 'Gap', sort: sortedBy('gap', query, chosen) }, gapThen],
    [{ words: 'From 0 to 100 %', wide: true }, (market) => quotedDumbbell(market, market.latest_prediction)],
    [
      { figure: 'Spread', wide: true },
      ({ spread }) => (spread === null ? none('no bid and ask') : String(Math.round(spread * 100))),
    ],
    [{ words: '30 days', wide: true }, (market) => sparkOf(market, now)],
    [{ words: 'Kinds of source', wide: true, sort: sortedBy('confluence', query, chosen) }, kindsOf],
    [{ figure: 'Traded', wide: true }, traded],
    [
      { figure: 'Closes in', sort: sortedBy('closes', query, chosen) },
      (market) => closesIn(market.deadline ?? market.resolves_at, now),
    ],
  ])}`;

/** Polymarket reports dollars, Kalshi contracts, so the unit is shown. */
const traded = ({ volume, exchange }: ListedMarketResponse): HtmlValue => {
  if (volume === null) return none('not stated');
  const [size, unit] = volume >= 1e6 ? [1e6, ' m'] : volume >= 1e3 ? [1e3, ' k'] : [1, ''];
  const short = `${(volume / size).toFixed(volume < 1e3 || volume / size >= 10 ? 0 : 1)}${unit}`;
  return exchange === 'polymarket' ? `$${short}` : html`${short} <small>contracts</small>`;
};

const grid = ({ markets, now }: MarketsPageData): Html =>
  html`${key('● market over 30 days, from 0 to 100 %', modelWord('◆ model'))}
    <ul class="tiles">
      ${markets.map(
        (market) =>
          html`<li>
            ${sparkOf(market, now)}
            <p>${marketLink(market, market.question)}</p>
            <p class="meta">
              Market ${percent(market.yes_price)} · model ${modelFigure(market.latest_prediction, now)} ·
              ${closesIn(market.deadline ?? market.resolves_at, now)}
            </p>
          </li>`,
      )}
    </ul>`;

const decidedTable = ({ markets, before }: MarketsPageData): Html =>
  html`<p class="key">
      <span>● market, <span class="model-word">◆ model</span>, a day before</span>
      <span>| what it came to</span>
    </p>
    ${table(
      'Markets that are decided, the last one first',
      markets.map((market) => {
        const { price = null, said = null } = thenOf(market, before) ?? {};
        // A void market has no winning side.
        return { market, price, said, outcome: market.status === 'void' ? null : market.outcome };
      }),
      [
        [{ title: 'Question' }, ({ market }) => question(market)],
        ['Decided', ({ market, outcome }) => outcome ?? spoken(market.status)],
        [{ figure: 'Market a day before' }, ({ price }) => (price === null ? none('not known') : percent(price))],
        [
          { figure: 'Model' },
          ({ market: { resolved_at: at }, said }) =>
            said === null || at === null
              ? none('no forecast by then')
              : modelFigure(said, Date.parse(at) - DAY_MS, 'before'),
        ],
        [
          { words: 'From 0 to 100 %', wide: true },
          ({ price, said, outcome }) =>
            dumbbell({
              market: price,
              model: said?.probability_yes ?? null,
              outcome: outcome === null ? null : Number(outcome === 'YES'),
            }),
        ],
        ['Model on the right side', ({ said, outcome }) => isRight(said?.probability_yes, outcome)],
        [
          'When',
          ({ market: { resolved_at: at } }) =>
            at === null ? none('not known') : html`<time datetime="${at}">${day(at)}</time>`,
        ],
      ],
    )}`;

const isRight = (said: number | undefined, outcome: string | null): HtmlValue => {
  if (said === undefined || outcome === null) return none('nothing to compare');
  return said > 0.5 === (outcome === 'YES') ? '✓ yes' : '✗ no';
};

export const thenOf = (market: ListedMarketResponse, before: readonly DecidedMarket[]): DecidedMarket | undefined =>
  before.find(({ exchange, ticker }) => exchange === market.exchange && ticker === market.ticker);

const whyEmpty = (chosen: Chosen): HtmlValue =>
  Object.values(chosen).some((value) => value !== undefined)
    ? html`No tracked market passes these filters. <a href="${PATH}">Show all open ones</a>`
    : 'No market is tracked yet: the first update asks both exchanges which questions touch what Vedette follows.';
