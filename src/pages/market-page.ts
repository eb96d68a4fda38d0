/** One market: its price, who corroborates it, what the model said, and the proofs. Pure. */
import { html, type Html, type HtmlValue } from '../common/html';
import type { ConfluenceResponse, ContributionResponse } from '../confluence/confluence.dto';
import type { MarketDetailResponse } from '../markets/markets.dto';
import type { Analysis } from '../track-record/analysis';
import { MARKETS_MIN } from '../track-record/summary';
import { gapStrip } from './charts/gap-strip';
import { itemList } from './items-list';
import { renderPage } from './layout';
import type { Names, Site } from './site';
import {
  marketPicture,
  marketSentence,
  movesSection,
  type MarketPictureData,
} from './market-picture';
import { addressOf } from './page-query';
import { gapPoints } from './today-page';
import { forecastShown, shown } from './shown';
import type { MarketPrediction } from './pages.repository';
import {
  counted,
  empty,
  fixed,
  graphLink,
  languageName,
  outward,
  properName,
  marketLink,
  marketPath,
  percent,
  provenance,
  sourceTypeMark,
  spoken,
  table,
  time,
} from './words';

export interface MarketPageData extends MarketPictureData {
  readonly site: Site;
  /** How right the model has been so far; null where it has said nothing of this market. */
  readonly calibration: Analysis['calibration'] | null;
  /** Its evidence in Neo4j Browser, or null. */
  readonly browser: string | null;
}

export const marketPage = (data: MarketPageData): string => {
  const { site, market, confluence, predictions } = data;
  const address = `${encodeURIComponent(market.exchange)}/${encodeURIComponent(market.ticker)}`;
  const json = `/v1/markets/${address}`;
  const confluenceJson = `/v1/ontology/confluence/${address}`;
  return renderPage({
    title: market.question.slice(0, 80),
    description:
      `The market’s price, our model’s forecast, recorded before the outcome, and the reports that bear on it: ${market.question}`.slice(
        0,
        300,
      ),
    path: marketPath(market.exchange, market.ticker),
    section: '/markets',
    json,
    scripts: predictions.some(({ replay_bundle_id: id }) => id !== null) ? ['proof.js'] : [],
    site,
    body: html`<p class="crumbs">
        <a href="/markets">Markets</a
        >${market.theater !== null && html` › <a href="${addressOf('/markets', { theater: market.theater })}">${properName(market.theater)}</a>`}
        · ${outward(market.url, `${spoken(market.exchange)} ↗`)}
      </p>
      <h1>${market.question}</h1>
      <p class="lede">
        ${marketSentence(data)} ${market.outcome === null && kindsSentence(confluence)}
      </p>
      ${rulesBlock(market)}
      <section aria-label="Price and reports">
        ${marketPicture(data)}
        <p class="provenance">
          <a href="/about#prices">How it is drawn</a> · <a href="${json}">JSON</a>
        </p>
      </section>
      <section aria-labelledby="moves">
        <h2 id="moves">What moved it</h2>
        ${movesSection(data)}
      </section>
      <section aria-labelledby="evidence">
        <h2 id="evidence">
          Evidence of ${market.outcome === null ? 'the last' : 'its last'}
          ${confluence.window_hours} hours
        </h2>
        ${evidenceSection(confluence, site.names)}
        <p class="provenance">
          <a href="/about#confluence">How it counts</a> ·
          <a href="${confluenceJson}">JSON</a
          >${data.browser !== null && html` · ${graphLink(data.browser)}`}
        </p>
      </section>
      <section aria-labelledby="forecasts">
        <h2 id="forecasts">What the model said</h2>
        ${predictions.length === 0 ? empty('The model has not been asked about this market: it is asked when reports, price or a surge give reason, and only where a key is configured.') : html`${trustSoFar(data)}${gaps(predictions)}${forecastTable(predictions)}${predictions.map(predictionBlock)}`}${provenance('predictions', json)}
      </section>
      ${siblingsSection(market)}`,
  });
};

const kindsSentence = ({
  source_type_count: kinds,
  independence: { families },
}: ConfluenceResponse): HtmlValue =>
  kinds === 0
    ? 'No report of the last day bears on it.'
    : `${counted(kinds, 'kind')} of source and ${counted(families.length, 'publisher')} bore on it today.`;

/** Those that cover the whole question before those that only touch it, then what nearly counted. */
const evidenceSection = (confluence: ConfluenceResponse, names: Names): Html => {
  const { contributions, near_misses: near, window_hours: hours } = confluence;
  if (contributions.length === 0)
    return html`${empty(`No report of these ${hours} hours bears on this question.`)}${nearMisses(near, names)}`;
  return html`${independence(confluence)}
    <div class="columns">${contributions.map((one) => contributionBlock(one, names))}</div>
    ${nearMisses(near, names)}`;
};

const nearMisses = (near: ConfluenceResponse['near_misses'], names: Names): HtmlValue =>
  near.length > 0 &&
  html`<details>
    <summary>${counted(near.length, 'report')} came near and did not count</summary>
    ${itemList(
      near.map((item) => Object.assign({}, item, { url: null })),
      names,
    )}
  </details>`;

/** What became of forecasts like the newest one, with what is missing to judge by it. */
const trustSoFar = ({ market, predictions, calibration }: MarketPageData): HtmlValue => {
  const said = predictions.find(({ origin }) => origin !== 'import')?.probability_yes;
  if (calibration === null || said === undefined || market.outcome !== null) return false;
  const tenth = Math.min(9, Math.floor(said * 10));
  const like = calibration.bins.find(({ from }) => from === tenth / 10);
  const range = `${tenth * 10} to ${tenth * 10 + 10} %`;
  return html`<p>
    <strong>If you trust it so far:</strong>
    ${
      like === undefined
        ? `nothing to which the model gave ${range} is decided yet.`
        : html`where the model gave ${range}, YES came in ${percent(like.yes_rate)} (95 %:
          ${percent(like.ci[0])} to ${percent(like.ci[1])}), each of
          ${counted(like.n_markets, 'decided market')} with one vote.`
    }
    ${calibration.reliability === null && `Too few to judge by: ${calibration.n_markets} of ${MARKETS_MIN} markets that its record needs are decided.`}
    <a href="/receipts#reliability">All it said, beside what came of it</a>
  </p>`;
};

/** From this many forecasts on their distances from the price make a picture. */
const GAPS_MIN = 3;

const gaps = (predictions: readonly MarketPrediction[]): HtmlValue => {
  const known = predictions.flatMap(({ probability_yes: said, market_yes_price: price }) =>
    price === null ? [] : [said - price],
  );
  if (known.length < GAPS_MIN) return false;
  const words = `The model stood above the market in ${known.filter((gap) => gap > 0).length} of ${known.length} forecasts.`;
  return html`<figure>
    ${gapStrip(known, { title: 'Model minus market at each forecast', description: words })}
    <figcaption>
      <strong>${words}</strong> Right of the line it held YES for likelier than the price; the large
      mark is the newest. <a href="/receipts#reliability">How right such forecasts were</a>
    </figcaption>
  </figure>`;
};

/** Each answer beside the price of its moment. */
const forecastTable = (predictions: readonly MarketPrediction[]): Html =>
  table(
    'Forecasts of this market, newest first',
    ['When', { figure: 'Model' }, { figure: 'Market then' }, { figure: 'Gap' }, 'On paper'],
    predictions.map((one) => [
      one.replay_bundle_id === null
        ? time(one.made_at)
        : html`<a href="/forecasts/${encodeURIComponent(one.replay_bundle_id)}"
            >${time(one.made_at)}</a
          >`,
      html`<span class="model-word">${percent(one.probability_yes)}</span>`,
      percent(one.market_yes_price),
      gapPoints(one.market_yes_price === null ? null : one.probability_yes - one.market_yes_price),
      one.trade_id === null
        ? ''
        : html`<a href="/receipts/${encodeURIComponent(one.trade_id)}"
            >bought ${one.side ?? ''}</a
          >`,
    ]),
  );

const siblingsSection = ({ event, siblings, exchange }: MarketDetailResponse): HtmlValue =>
  siblings.length > 0 &&
  html`<section aria-labelledby="siblings">
    <h2 id="siblings">${event?.title ?? 'The same event'}</h2>
    ${table(
      'Other markets of the same event',
      [{ title: 'Question' }, { figure: 'Market' }, 'State'],
      siblings.map((one) => [
        marketLink(exchange, one.ticker, one.group_title ?? one.question),
        percent(one.yes_price),
        one.outcome === null ? spoken(one.status) : `Decided ${one.outcome}`,
      ]),
    )}
  </section>`;

const rulesBlock = (market: MarketDetailResponse): HtmlValue =>
  market.rules !== null &&
  html`<details>
    <summary>
      Rules of the exchange${market.group_title !== null && html`, for “${market.group_title}”`}
    </summary>
    <p class="reasoning">${market.rules}</p>
    ${market.rules_secondary !== null && html`<p class="reasoning">${market.rules_secondary}</p>`}
    <p>
      <small
        >${market.deadline !== null && html`deadline by its own text ${time(market.deadline)}; `}${market.resolution_source !== null && html`to be read from ${market.resolution_source}`}</small
      >
    </p>
  </details>`;

const independence = ({ independence: found, contributions }: ConfluenceResponse): Html | false =>
  contributions.length > 0 &&
  html`${found.rests_on_one_origin && html`<p class="notice"><strong>All of this comes from one publisher.</strong> It counts as one witness.</p>`}
    <p>
      ${counted(found.families.length, 'publisher')}${found.origins.length < found.families.length && `, of which ${found.origins.length} reported it themselves`}${found.languages.length > 0 && `, in ${found.languages.map(languageName).join(', ')}`}.${found.parties.length > 0 && ` Among them are media of parties to a conflict, not always to this one: ${found.parties.map(properName).join(', ')}.`}
    </p>`;

const contributionBlock = (one: ContributionResponse, names: Names): Html =>
  html`<article>
    <h3>
      ${sourceTypeMark(one.source_type)}
      ${counted(one.item_count, 'report')}${one.circular_count > 0 && html` <span class="tag tag-warn">${one.circular_count} circular</span>`}
    </h3>
    <p>
      <small
        >weight ${fixed(one.weight, 1)} of 1 (<a href="/about#weights">why</a>); newest
        ${time(one.newest_at)}${one.circular_count > 0 && '. Trades in this market and copies of this question are marked circular: they cannot confirm it'}</small
      >
    </p>
    ${itemList(one.items, names)}
  </article>`;

const predictionBlock = (one: MarketPrediction, index: number): Html => {
  const values = forecastShown(one);
  const bound = (name: string): Html => shown(name, values[name]);
  return html`<article data-proven>
    <h3>${bound('made_at')}: ${bound('probability_yes')}, ${bound('direction')}</h3>
    <p>
      <small
        >${bound('model')}, confidence ${bound('confidence')}, market then
        ${bound('market_yes_price')}${one.origin === 'import' && ', imported: this deployment proves nothing about when it was made'}${one.trade_id !== null && html`; bought ${one.side ?? ''} on paper: <a href="/receipts/${encodeURIComponent(one.trade_id)}">receipt</a>`}</small
      >
    </p>
    ${
      index === 0
        ? html`<p class="reasoning">${bound('reasoning')}</p>
            ${proofs(one)}`
        : html`<details>
            <summary>Reasoning and proof</summary>
            <p class="reasoning">${bound('reasoning')}</p>
            ${proofs(one)}
          </details>`
    }
  </article>`;
};

const proofs = ({
  replay_bundle_id: id,
  bundle_sha256: sha256,
  made_at,
}: MarketPrediction): HtmlValue =>
  id !== null &&
  sha256 !== null &&
  html`<div
    class="proof"
    data-bundle="${id}"
    data-sha256="${sha256}"
    data-date="${made_at.slice(0, 10)}"
  >
    <p>
      <small
        >Proof: <a href="/forecasts/${encodeURIComponent(id)}">what the model saw, and when</a>,
        <a href="/api/replay-bundle/${encodeURIComponent(id)}">bundle (JSON)</a>,
        <a href="/api/registry/proof/${sha256}.json">inclusion proof (JSON)</a>; SHA-256
        <code>${sha256}</code></small
      >
    </p>
  </div>`;
