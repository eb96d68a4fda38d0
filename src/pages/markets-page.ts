/** Every tracked market on one page. Pure. */
import { html, type Html } from '../common/html';
import { EXCHANGES, MARKET_STATUSES } from '../markets/market';
import type { ListMarketsQuery, MarketResponse } from '../markets/markets.dto';
import { THEATERS } from '../ontology/theater';
import { renderPage } from './layout';
import type { Site } from './site';
import { addressOf } from './page-query';
import { bar, empty, marketLink, none, percent, provenance, spoken, table, time } from './words';

export interface MarketsPageData {
  readonly site: Site;
  readonly query: ListMarketsQuery;
  readonly markets: readonly MarketResponse[];
  readonly next: string | null;
}

const PATH = '/markets';

export const marketsPage = ({ site, query, markets, next }: MarketsPageData): string => {
  const chosen = {
    exchange: query.exchange,
    theater: query.theater,
    status: query.status,
    min_score: query.min_score,
  };
  const json = addressOf('/v1/markets', { ...chosen, cursor: query.cursor });
  return renderPage({
    title: 'Markets',
    section: PATH,
    json,
    site,
    body: html`<h1>Tracked markets</h1>
      <p class="lede">
        Binary questions of two exchanges, each with how many kinds of source speak of what it is
        about.
      </p>
      ${form(query)}
      ${
        markets.length === 0
          ? empty(
              Object.values(chosen).some((value) => value !== undefined)
                ? html`No tracked market passes these filters. <a href="${PATH}">Show all</a>`
                : 'No market is tracked yet: the first tick asks both exchanges which questions touch the ontology.',
            )
          : table(
              'Tracked markets',
              [
                'Question',
                { figure: 'YES' },
                { figure: 'Model' },
                { figure: 'Confluence' },
                'Theater',
                'Status',
                'Deadline',
              ],
              markets.map(row),
            )
      }
      ${next !== null && html`<p><a rel="next" href="${addressOf(PATH, { ...chosen, cursor: next })}">More markets</a></p>`}
      ${provenance('confluence', json)}`,
  });
};

/** What tells a market from those that share its wording, where the wording does not. */
const labelOf = ({ question, group_title: label }: MarketResponse): string =>
  label === null || question.includes(label) ? '' : `${label} · `;

const row = (market: MarketResponse) => [
  html`${marketLink(market.exchange, market.ticker, market.question)}
    <small>${labelOf(market)}${spoken(market.exchange)}</small>`,
  percent(market.yes_price),
  market.latest_prediction === null
    ? none('no prediction')
    : percent(market.latest_prediction.probability_yes),
  market.confluence === null ? none('not scored yet') : bar(market.confluence.score, 'Confluence'),
  market.theater === null ? none() : spoken(market.theater),
  market.outcome === null ? spoken(market.status) : `${spoken(market.status)}: ${market.outcome}`,
  time(market.resolves_at),
];

const form = (query: ListMarketsQuery): Html =>
  html`<form
    class="filters"
    method="get"
    action="${PATH}"
    role="search"
    aria-label="Filters of the markets"
  >
    <label>Exchange${options('exchange', EXCHANGES, query.exchange)}</label>
    <label>Theater${options('theater', THEATERS, query.theater)}</label>
    <label>Status${options('status', MARKET_STATUSES, query.status)}</label>
    <label
      >Least
      confluence${options('min_score', ['0.2', '0.4', '0.6', '0.8', '1'], query.min_score === undefined ? undefined : String(query.min_score))}</label
    >
    <div class="actions">
      <button class="primary" type="submit">Filter</button> <a href="${PATH}">Clear</a>
    </div>
  </form>`;

const options = (name: string, values: readonly string[], chosen: string | undefined): Html =>
  html`<select name="${name}">
    <option value="">Any</option>
    ${values.map((value) =>
      value === chosen
        ? html`<option value="${value}" selected>${spoken(value)}</option>`
        : html`<option value="${value}">${spoken(value)}</option>`,
    )}
  </select>`;
