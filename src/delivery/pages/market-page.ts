import { marketPath } from '../../markets/market-key';
import { HOUR_MS } from '../../platform/common/durations';
import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { cut } from '../../platform/common/plain-text';
import { formatMillis } from '../../platform/common/utc-time';
import type { ConfluenceResponse, ContributionResponse } from '../../confluence/confluence.dto';
import type { MarketDetailResponse } from '../../markets/markets.dto';
import { gapStrip } from './charts/gap-strip';
import { itemList } from './items-list';
import { follow, FOLLOW_SCRIPT } from './follow';
import { renderPage } from './layout';
import type { Names, Site } from './site';
import { marketPicture, marketSentence, movesSection, type MarketPictureData } from './market-picture';
import { likeSection, sameSection, shareSection, siblingsSection } from './market-neighbours';
import { goodSection, moversSection, ownAnswer, whySection, type MarketWhyData } from './market-why';
import { addressOf } from './page-query';
import { pointsFrom } from './today-page';
import { forecastShown, shown } from './shown';
import { inWords } from './today-words';
import type { LikeMarket, MarketPrediction } from './market-pages.repository';
import { empty, folded, modelWord, notice, section, table } from './elements';
import { count, counted, day, fixed, none, percent, percentText, saidAt, time } from './figures';
import { graphLink, outward, provenance, seeAlso } from './links';
import { capital, decisionOf, languageName, properName, sourceTypeMark, spoken } from './names';

export interface MarketPageData extends MarketPictureData, MarketWhyData {
  readonly site: Site;
  readonly like: readonly LikeMarket[];
  readonly browser: string | null;
}

export const marketPage = (data: MarketPageData): string => {
  const { site, market, confluence, predictions } = data;
  const address = `${encodeURIComponent(market.exchange)}/${encodeURIComponent(market.ticker)}`;
  const json = `/v1/markets/${address}`;
  const isOpen = decisionOf(market) === null;
  return renderPage({
    title: cut(market.question, 80),
    description: `${figuresSentence(data)} Price, forecasts, reports and proofs.`,
    path: marketPath(market),
    section: '/markets',
    json,
    scripts: [
      FOLLOW_SCRIPT,
      'charts.js',
      ...(predictions.some(({ replay_bundle_id: id }) => id !== null) ? ['proof.js'] : []),
    ],
    site,
    body: html`<p class="crumbs">
        <a href="/markets">Markets</a
        >${market.theater !== null && html` › <a href="${addressOf('/markets', { theater: market.theater })}">${properName(market.theater)}</a>`}
        · ${outward(market.url, `${spoken(market.exchange)} ↗`)} · <a href="#share">Share</a>
      </p>
      <h1>${market.question}</h1>
      <p class="lede">${marketSentence(data)} ${isOpen && kindsSentence(confluence)}</p>
      ${follow(market.question, `${json}/predictions`)} ${rulesBlock(market)} ${whySection(data)}
      ${sameSection(market, data.like, ownAnswer(predictions) ?? null, data.now)} ${goodSection(data)}
      ${moversSection(data)}
      ${section('picture', 'Price, answers and reports', [marketPicture(data), seeAlso(['/about#prices', 'How it is drawn'], [json, 'JSON'])])}
      ${section('moves', 'What moved it', movesSection(data))}
      ${section('evidence', `Evidence of ${isOpen ? 'the last' : 'its last'} ${confluence.window_hours} hours`, [
        evidenceSection(data),
        seeAlso(
          ['/about#confluence', 'How it counts'],
          [`/v1/ontology/confluence/${address}`, 'JSON'],
          graphLink(data.browser),
        ),
      ])}
      ${section('forecasts', 'What the model said', [
        predictions.length === 0
          ? empty(
              isOpen
                ? 'No forecast yet. The model is asked when reports, the price or a surge give it a reason, and only where a key is configured.'
                : 'The model was never asked about this market.',
            )
          : [predictions.slice(0, 1).map(predictionBlock), earlier(predictions)],
        provenance('predictions', json),
      ])}
      ${siblingsSection(market, data.like)} ${likeSection(data.like, data.now)} ${shareSection(market, site)}`,
  });
};

/** `Market 42 %, our model 70 % on 25 Nov 2026.` Chats keep link previews for days, so figures are dated. */
const figuresSentence = ({ market, predictions, now }: MarketPageData): string => {
  const [last] = predictions;
  const model = last === undefined ? 'no forecast' : `our model ${percentText(last.probability_yes)}`;
  const decision = decisionOf(market);
  if (decision !== null)
    return `${decision === 'settled' ? 'Settled' : `Decided ${decision}`}; ${last === undefined ? 'the model gave no forecast' : `our model had last said ${percentText(last.probability_yes)}`}.`;
  const price = market.yes_price === null ? 'No price' : `Market ${percentText(market.yes_price)}`;
  return `${price}, ${model} on ${day(formatMillis(now))}.`;
};

const kindsSentence = ({
  source_type_count: kinds,
  window_hours: hours,
  independence: { families },
}: ConfluenceResponse): HtmlValue =>
  kinds === 0
    ? `No report of the last ${hours} hours bears on it.`
    : `${capital(inWords(kinds))} ${kinds === 1 ? 'kind' : 'kinds'} of source${families.length === 0 ? '' : ` and ${inWords(families.length)} ${families.length === 1 ? 'publisher' : 'publishers'}`} reported on it in the last ${hours} hours.`;

const evidenceSection = (data: MarketPageData): Html => {
  const { confluence } = data;
  const { names } = data.site;
  const { contributions, near_misses: near, window_hours: hours } = confluence;
  if (contributions.length === 0)
    return html`${empty(`No report of these ${hours} hours bears on this question.`)}${nearMisses(near, names)}`;
  return html`${groupsSentence(data)}${independence(confluence)}
    <div class="columns">${contributions.map((one) => contributionBlock(one, names))}</div>
    ${nearMisses(near, names)}`;
};

const groupsSentence = ({ market, confluence, reports, now }: MarketPageData): HtmlValue => {
  if (decisionOf(market) !== null) return false;
  const { contributions, window_hours: hours } = confluence;
  const all = contributions.reduce((sum, one) => sum + one.item_count, 0);
  const circular = contributions.reduce((sum, one) => sum + one.circular_count, 0);
  const since = now - hours * HOUR_MS;
  const whole = reports.flatMap((one) => one.reports).filter(({ at, about }) => about && at > since).length;
  return html`<p>
    <strong>${coverWords(all, whole)}</strong
    >${circular > 0 && ` ${capital(inWords(circular))} ${circular === 1 ? 'is' : 'are'} circular: trades in this market and copies of its question cannot confirm it.`}
  </p>`;
};

const coverWords = (all: number, whole: number): string => {
  if (all === 1) return `The one report covers ${whole === 1 ? 'the whole' : 'part of the'} question.`;
  if (whole >= all) return `All ${all} reports cover the whole question.`;
  return whole === 0
    ? `None of ${all} reports covers the whole question; each covers part of it.`
    : `${whole} of ${all} reports ${whole === 1 ? 'covers' : 'cover'} the whole question, the others part of it.`;
};

const nearMisses = (near: ConfluenceResponse['near_misses'], names: Names): HtmlValue =>
  near.length > 0 &&
  folded(
    `${counted(near.length, 'report')} came near and did not count`,
    itemList(
      near.map((item) => Object.assign({}, item, { url: null })),
      names,
    ),
  );

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
      <strong>${words}</strong> Right of the line it held YES for likelier than the price; the large mark is the newest.
      <a href="/receipts#reliability">How right such forecasts were</a>
    </figcaption>
  </figure>`;
};

const forecastTable = (predictions: readonly MarketPrediction[]): Html =>
  table('Forecasts of this market, newest first', predictions, [
    [
      { title: 'When' },
      ({ replay_bundle_id: id, made_at: at }) =>
        id === null ? saidAt(at) : html`<a href="/forecasts/${encodeURIComponent(id)}">${saidAt(at)}</a>`,
    ],
    [{ figure: 'Model' }, (one) => modelWord(percent(one.probability_yes))],
    [{ figure: 'Market then' }, (one) => percent(one.market_yes_price)],
    [{ figure: 'Gap' }, ({ probability_yes: said, market_yes_price: price }) => pointsFrom(price, said)],
    ['Call', (one) => forecastShown(one)['direction']],
    [
      'On paper',
      ({ trade_id: id, side }) =>
        id === null ? none('no trade') : html`<a href="/receipts/${encodeURIComponent(id)}">bought ${side ?? ''}</a>`,
    ],
  ]);

const earlier = (predictions: readonly MarketPrediction[]): HtmlValue =>
  predictions.length > 1 &&
  html`<details class="unprinted">
    <summary>All ${count(predictions.length)} forecasts, with reasons and proofs</summary>
    ${gaps(predictions)}${forecastTable(predictions)}${predictions.slice(1).map(predictionBlock)}
  </details>`;

const RULES_SHOWN = 160;

const rulesBlock = (market: MarketDetailResponse): HtmlValue => {
  const { rules, rules_secondary: further, resolution_source: source, group_title: group } = market;
  if (rules === null) return false;
  const begin = cut(rules.replace(/\s+/g, ' ').trim(), RULES_SHOWN);
  const isWhole = further === null && begin === rules.trim();
  return html`<p>
      <small
        ><strong>Rules of ${spoken(market.exchange)}${group !== null && html`, for “${group}”`}:</strong>
        <bdi>${begin}</bdi>${source !== null && html` Read from <bdi>${source}</bdi>.`}</small
      >
    </p>
    ${
      !isWhole &&
      folded(
        'The whole rules',
        [rules, further].map((text) => text !== null && html`<p class="reasoning">${text}</p>`),
      )
    }`;
};

const independence = ({ independence: found, contributions }: ConfluenceResponse): Html | false =>
  contributions.length > 0 &&
  found.families.length > 0 &&
  html`${found.rests_on_one_origin && notice(html`<strong>All of this comes from one publisher.</strong> It counts as one witness.`)}
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
        >weight ${fixed(one.weight, 1)} of 1 (<a href="/about#weights">why</a>); newest ${time(one.newest_at)}</small
      >
    </p>
    ${itemList(one.items.slice(0, 1), names)}
    ${one.items.length > 1 && folded(counted(one.items.length - 1, 'more report'), itemList(one.items.slice(1), names))}
  </article>`;

const predictionBlock = (one: MarketPrediction): Html => {
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
    ${folded('Its reasons and the proof', [html`<p class="reasoning">${bound('reasoning')}</p>`, proofs(one)])}
  </article>`;
};

const proofs = ({ replay_bundle_id: id, bundle_sha256: sha256, made_at }: MarketPrediction): HtmlValue =>
  id !== null &&
  sha256 !== null &&
  html`<div class="proof" data-bundle="${id}" data-sha256="${sha256}" data-date="${made_at.slice(0, 10)}">
    <p>
      <small
        >Proof: <a href="/forecasts/${encodeURIComponent(id)}">what the model saw, and when</a>,
        <a href="/api/replay-bundle/${encodeURIComponent(id)}">bundle (JSON)</a>,
        <a href="/api/registry/proof/${sha256}.json">inclusion proof (JSON)</a>; SHA-256 <code>${sha256}</code></small
      >
    </p>
  </div>`;
