/** One market: its price, who corroborates it, what the model said, and the proofs. Pure. */
import { html, type Html, type HtmlValue } from '../common/html';
import type { ConfluenceResponse, ContributionResponse } from '../confluence/confluence.dto';
import type { MarketDetailResponse } from '../markets/markets.dto';
import { dayTicks, legend, lineChart, type Point } from './charts';
import { itemList } from './items-list';
import { renderPage } from './layout';
import type { MarketPrediction } from './pages.repository';
import {
  bar,
  counted,
  empty,
  entityLink,
  fixed,
  outward,
  percent,
  provenance,
  sourceTypeMark,
  spoken,
  time,
} from './words';

export interface MarketPageData {
  readonly demo: boolean;
  readonly market: MarketDetailResponse;
  readonly confluence: ConfluenceResponse;
  readonly predictions: readonly MarketPrediction[];
}

export const marketPage = (data: MarketPageData): string => {
  const { demo, market, confluence, predictions } = data;
  const address = `${encodeURIComponent(market.exchange)}/${encodeURIComponent(market.ticker)}`;
  const json = `/v1/markets/${address}`;
  const confluenceJson = `/v1/ontology/confluence/${address}`;
  return renderPage({
    title: market.question.slice(0, 80),
    section: '/markets',
    json,
    scripts: predictions.some(({ replay_bundle_id: id }) => id !== null) ? ['proof.js'] : [],
    demo,
    body: html`<h1>${market.question}</h1>
      <p>
        ${outward(market.url, spoken(market.exchange))} <code>${market.ticker}</code> ·
        ${statusInWords(market)}
      </p>
      <dl class="sums">
        <div>
          <dt>Price of YES</dt>
          <dd>
            ${percent(market.yes_price, 1)}<small
              >bid ${percent(market.yes_bid, 1)}, ask ${percent(market.yes_ask, 1)}</small
            >
          </dd>
        </div>
        <div>
          <dt><a href="/about#confluence">Confluence</a></dt>
          <dd>
            ${fixed(confluence.score)}<small
              >${counted(confluence.source_type_count, 'kind')} of source in
              ${confluence.window_hours} h</small
            >
          </dd>
        </div>
        <div>
          <dt><a href="/about#weighted">Weighted</a></dt>
          <dd>${fixed(confluence.weighted_score)}<small>credibility and age</small></dd>
        </div>
        <div>
          <dt>Model</dt>
          <dd>
            ${percent(predictions[0]?.probability_yes, 1)}<small
              >${predictions[0] === undefined ? 'no prediction yet' : html`confidence ${fixed(predictions[0].confidence)}`}</small
            >
          </dd>
        </div>
        <div>
          <dt>Deadline</dt>
          <dd>${time(market.resolves_at)}</dd>
        </div>
      </dl>
      <p>
        About
        ${confluence.entities.length === 0 ? 'no entity of the ontology' : list(confluence.entities)}${confluence.leading_indicators.length > 0 && html`; led by ${list(confluence.leading_indicators)}`}.
      </p>
      ${rulesBlock(market)}
      <div class="columns">
        <section>
          <h2>Price</h2>
          ${priceChart(data)}${provenance('prices', json)}
        </section>
        <section>
          <h2>Confluence</h2>
          ${confluenceChart(confluence)}${provenance('confluence', confluenceJson)}
        </section>
      </div>
      <section>
        <h2>Evidence</h2>
        ${independence(confluence)}${confluence.contributions.length === 0 ? empty(`No item of the last ${confluence.window_hours} hours touches the entities of this market.`) : html`<div class="columns">${confluence.contributions.map(contributionBlock)}</div>`}${provenance('independence', confluenceJson)}
      </section>
      <section>
        <h2>Predictions</h2>
        ${predictions.length === 0 ? empty('The model has not been asked about this market: it is asked when confluence, price or a surge give reason, and only where a key is configured.') : predictions.map(predictionBlock)}${provenance('predictions', json)}
      </section>`,
  });
};

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

const list = (ids: readonly string[]): HtmlValue =>
  ids.map((id, index) => html`${index > 0 && ', '}${entityLink(id)}`);

const statusInWords = (market: MarketDetailResponse): HtmlValue =>
  market.outcome === null
    ? spoken(market.status)
    : html`<strong>${spoken(market.status)}: ${market.outcome}</strong> at
        ${fixed(market.settlement_yes_price)}, ${time(market.resolved_at)}`;

const millis = (text: string): number => Date.parse(text);
const SHARES = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, label: `${at * 100} %` }));
const SCORES = [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => ({ at, label: at.toFixed(1) }));

const rangeOf = (points: readonly Point[]): [number, number] => [
  Math.min(...points.map(({ x }) => x)),
  Math.max(...points.map(({ x }) => x)),
];

const priceChart = ({ market, predictions }: MarketPageData): Html => {
  const prices = market.quotes
    .flatMap(({ at, yes_price: y }) => (y === null ? [] : [{ x: millis(at), y }]))
    .reverse();
  if (prices.length === 0)
    return empty('No price was read yet, or the exchange quotes none for this question.');
  const model = predictions
    .map((one) => ({ x: millis(one.made_at), y: one.probability_yes }))
    .reverse();
  const xRange = rangeOf([...prices, ...model]);
  return html`<figure>
    ${lineChart({
      title: 'Price of YES and probability of the model',
      description: `${counted(prices.length, 'price')}, the last ${((prices.at(-1)?.y ?? 0) * 100).toFixed(0)} %; ${counted(model.length, 'prediction')}.`,
      series: [
        { name: 'Price', points: prices, steps: true },
        { name: 'Model', points: model, steps: true },
      ],
      xRange,
      yRange: [0, 1],
      xTicks: dayTicks(xRange),
      yTicks: SHARES,
    })}
    <figcaption>${legend('Price of YES', 1)}${model.length > 0 && legend('Model', 2)}</figcaption>
  </figure>`;
};

const confluenceChart = ({ history }: ConfluenceResponse): Html => {
  if (history.length === 0) return empty('Not scored yet: every tick scores every open market.');
  const readings = [...history].reverse();
  const points = (of: (reading: (typeof readings)[number]) => number): Point[] =>
    readings.flatMap((reading) => [
      { x: millis(reading.at), y: of(reading) },
      { x: millis(reading.until), y: of(reading) },
    ]);
  const score = points((reading) => reading.score);
  const xRange = rangeOf(score);
  return html`<figure>
    ${lineChart({
      title: 'Confluence over time',
      description: `${counted(history.length, 'reading')}, the last ${(history[0]?.score ?? 0).toFixed(2)}.`,
      series: [
        { name: 'Score', points: score, steps: true },
        { name: 'Weighted', points: points((reading) => reading.weighted_score), steps: true },
      ],
      xRange,
      yRange: [0, 1],
      xTicks: dayTicks(xRange),
      yTicks: SCORES,
    })}
    <figcaption>${legend('Score: kinds of source ÷ 5', 1)}${legend('Weighted', 2)}</figcaption>
  </figure>`;
};

const independence = ({ independence: found, contributions }: ConfluenceResponse): Html | false =>
  contributions.length > 0 &&
  html`${found.rests_on_one_origin && html`<p class="notice"><strong>All of it goes back to one publisher.</strong> A label is not a witness: several kinds of source repeat one origin.</p>`}
    <p>
      ${counted(found.families.length, 'publisher family', 'publisher families')},
      ${counted(found.origins.length, 'origin')} after copies are traced back,
      ${counted(found.languages.length, 'language')}${found.languages.length > 0 && ` (${found.languages.join(', ')})`}${found.parties.length > 0 && html`; media of parties to the conflict among them: ${found.parties.map((party) => spoken(party)).join(', ')}`}.
    </p>`;

const contributionBlock = (one: ContributionResponse): Html =>
  html`<article>
    <h3>
      ${sourceTypeMark(one.source_type)}
      ${counted(one.item_count, 'item')}${one.circular_count > 0 && html` <span class="tag tag-warn">${one.circular_count} circular</span>`}
    </h3>
    <p>
      <small
        >credibility ${bar(one.weight, 'Credibility weight')} adds ${fixed(one.weighted)} to the
        weighted score; newest
        ${time(one.newest_at)}${one.circular_count > 0 && '; circular items are the market’s own trades or its twin question, and count in the specified score only'}</small
      >
    </p>
    ${itemList(one.items)}
  </article>`;

const predictionBlock = (one: MarketPrediction, index: number): Html =>
  html`<article>
    <h3>${time(one.made_at)}: ${percent(one.probability_yes, 1)} YES, ${one.direction}</h3>
    <p>
      <small
        >${one.model}, confidence ${fixed(one.confidence)}, market then
        ${percent(one.market_yes_price, 1)}${one.origin === 'import' && ', imported: this deployment proves nothing about when it was made'}${one.trade_id !== null && html`; bought ${one.side ?? ''} on paper: <a href="/receipts/${encodeURIComponent(one.trade_id)}">receipt</a>`}</small
      >
    </p>
    ${
      index === 0
        ? html`<p class="reasoning">${one.reasoning}</p>
            ${proofs(one)}`
        : html`<details>
            <summary>Reasoning and proof</summary>
            <p class="reasoning">${one.reasoning}</p>
            ${proofs(one)}
          </details>`
    }
  </article>`;

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
        >Proof: <a href="/api/replay-bundle/${encodeURIComponent(id)}">bundle</a> with SHA-256
        <code>${sha256}</code>, <a href="/api/registry/${made_at.slice(0, 10)}.json">day-file</a>,
        <a href="/api/registry/proof/${sha256}.json">inclusion proof</a></small
      >
    </p>
  </div>`;
