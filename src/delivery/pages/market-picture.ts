import { DAY_MS, MINUTE_MS } from '../../platform/common/durations';
import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { SOURCE_TYPES, type SourceType } from '../../platform/common/source-type';
import type { ConfluenceResponse } from '../../confluence/confluence.dto';
import type { CalendarEventResponse } from '../../digest/digest.dto';
import type { MarketDetailResponse } from '../../markets/markets.dto';
import { priceAndLanes, priceAxis, shareOfNow, type PriceAndLanes } from './charts/price-and-lanes';
import type { AlertSpan, MarketMove, MarketPrediction, MarketReports } from './market-pages.repository';
import { empty, folded, modelWord, swatch, table } from './elements';
import { counted, day, deadlineWords, duration, lastDay, modelFigure, percentText, time } from './figures';
import { decisionOf } from './names';

export const PICTURE_DAYS = 30;

export interface MarketPictureData {
  /** UTC ms. */
  readonly now: number;
  readonly market: MarketDetailResponse;
  readonly confluence: ConfluenceResponse;
  readonly predictions: readonly MarketPrediction[];
  readonly reports: readonly MarketReports[];
  readonly moves: readonly MarketMove[];
  readonly alerts: readonly AlertSpan[];
  readonly calendar: readonly CalendarEventResponse[];
}

const LANE_NAMES: Readonly<Record<SourceType, string>> = {
  news: 'News',
  telegram: 'Telegram',
  twitter: 'X',
  financial: 'Gauges',
  whale: 'Trades',
  forecaster: 'Forecasters',
  seismic: 'Earthquakes',
  calendar: 'Calendar',
};

/** `Market 68 %. The model said 72 % 4 h ago, when the market stood at 65 %. Closes in 26 days.` */
export const marketSentence = ({ market, predictions, now }: MarketPictureData): Html => {
  const price = market.yes_price;
  const [last] = predictions;
  const decision = decisionOf(market);
  if (decision !== null)
    return html`${decision === 'void' ? html`The exchange declared it <strong>void</strong>` : decision === 'settled' ? 'Settled' : html`Decided <strong>${decision}</strong>`}${market.resolved_at !== null && ` on ${day(market.resolved_at)}`}.
    ${dayBefore(market, predictions)}`;
  return html`${price === null ? 'The exchange quotes no price.' : html`Market <strong>${percentText(price)}</strong>.`}
  ${last === undefined ? 'The model has not been asked yet.' : html`The model said <strong>${modelFigure(last, now)}</strong> (${odds(last.probability_yes)})${last.market_yes_price !== null && `, when the market stood at ${percentText(last.market_yes_price)}`}.`}
  ${closing(market, now)}`;
};

/** `about 7 in 10`; near 0 or 1 by the rarer outcome: `about 1 in 30`. */
export const odds = (share: number): string => {
  const rare = Math.min(share, 1 - share);
  if (rare >= 0.095) return `about ${Math.round(share * 10)} in 10`;
  if (rare < 0.01) return share < 0.5 ? 'less than 1 in 100' : 'more than 99 in 100';
  const of = Math.round(1 / rare);
  return `about ${share < 0.5 ? 1 : of - 1} in ${of}`;
};

/** Market and model a day before the decision, when it was not yet known. */
const dayBefore = (
  { resolved_at: resolved, quotes }: MarketDetailResponse,
  predictions: readonly MarketPrediction[],
): HtmlValue => {
  if (resolved === null) return '';
  const then = Date.parse(resolved) - DAY_MS;
  const price = quotes.find(({ at, yes_price: known }) => known !== null && Date.parse(at) <= then)?.yes_price;
  const said = predictions.find(({ made_at: at }) => Date.parse(at) <= then);
  const market =
    price === null || price === undefined ? null : html`the market stood at <strong>${percentText(price)}</strong>`;
  const model = said === undefined ? null : html`the model at <strong>${modelFigure(said, then, 'before')}</strong>`;
  if (market === null) return predictions.length === 0 ? 'The model was never asked.' : '';
  return html`A day before, ${market}${model === null ? html`; the model had said nothing` : html`, ${model}`}.`;
};

const closing = (market: MarketDetailResponse, now: number): HtmlValue => {
  const deadline = market.deadline ?? market.resolves_at;
  if (deadline === null) return '';
  const days = Math.ceil((Date.parse(deadline) - now) / DAY_MS);
  if (market.past_deadline || days < 0) return 'Its deadline is past; the exchange has not decided yet.';
  return html`Closes in ${counted(days, 'day')}, ${deadlineWords(deadline)}.`;
};

export const marketPicture = (data: MarketPictureData): Html => {
  const { market, now, predictions, reports, moves, alerts, calendar } = data;
  const from = now - PICTURE_DAYS * DAY_MS;
  const quotes = market.quotes
    .flatMap(({ at, yes_price: price, yes_bid: bid, yes_ask: ask }) =>
      price === null ? [] : [{ at: Math.max(from, Date.parse(at)), price, bid, ask }],
    )
    .filter(({ at }) => at <= now)
    .reverse();
  if (quotes.length === 0 && predictions.length === 0)
    return empty('The exchange has quoted no price for this question yet, and the model was not asked.');
  const deadline = Date.parse(market.deadline ?? market.resolves_at ?? '');
  const decision = decisionOf(market);
  const byType = new Map(reports.map((one) => [one.source_type, one.reports]));
  const first = Math.min(...quotes.map(({ at }) => at), ...moves.map(({ at }) => at), now - DAY_MS);
  const last = quotes.at(-1);
  const chart: PriceAndLanes = {
    from: Math.max(from, first),
    now,
    until: deadline > now && decision === null ? deadline : now,
    lastDay: Number.isNaN(deadline) ? null : lastDay(new Date(deadline).toISOString()),
    decided: decision === null || decision === 'settled' ? decision : `decided ${decision}`,
    quotes,
    forecasts: [...predictions]
      .reverse()
      .map((one) => ({ at: Date.parse(one.made_at), probability: one.probability_yes, traded: one.trade_id !== null }))
      .filter(({ at }) => at >= from),
    alerts: alerts.map(({ opened_at, closed_at }) => ({ from: opened_at, to: closed_at })),
    moves: [...moves].reverse().map(({ at, to }) => ({ at, price: to })),
    due: calendar
      .map(({ day: at, title }) => ({ at: Date.parse(at), title }))
      .filter(({ at }) => at > now && at < deadline),
    lanes: SOURCE_TYPES.map((type) => {
      const made = byType.get(type) ?? [];
      return {
        name: LANE_NAMES[type],
        reports: made.filter(({ at }) => at >= first),
        count24h: decision === null ? made.filter(({ at }) => at > now - DAY_MS).length : null,
      };
    }),
  };
  return html`<figure>
    <div
      class="scroll newest"
      role="region"
      aria-label="Price and reports over time"
      tabindex="0"
      data-now="${shareOfNow(chart)}"
    >
      <div class="with-axis">
        ${priceAxis()}
        ${priceAndLanes(chart, {
          title: 'Price, forecasts and reports over time',
          description: `${last === undefined ? 'No price' : `The last price is ${percentText(last.price)}`}; ${counted(predictions.length, 'forecast')} shown; ${counted(moves.length, 'move')} of five points or more.`,
        })}
      </div>
    </div>
    <figcaption class="key">
      <span>— market price, bid to ask shaded</span>${modelWord('- - model, ◆ paper trade')}
      ${swatch('alert-swatch', 'surge alert')}
      <span>❶ move of five points or more</span>
      <span>strong tick: the report covers the whole question</span>
    </figcaption>
  </figure>`;
};

const MOVES_SHOWN = 3;

export const movesSection = ({ market, moves }: MarketPictureData): Html => {
  if (moves.length === 0)
    return empty(
      `The price has not moved five points at once in ${decisionOf(market) === null ? 'the last' : 'its last'} ${PICTURE_DAYS} days.`,
    );
  return html`${movesTable(moves, 0, MOVES_SHOWN)}
    ${moves.length > MOVES_SHOWN && folded(counted(moves.length - MOVES_SHOWN, 'earlier move'), movesTable(moves, MOVES_SHOWN, moves.length))}
    <p class="provenance">What came before a move is not its cause. <a href="/about#lead-time">How it is found</a></p>`;
};

/** Numbered as in the chart: from the oldest. @param moves newest first */
const movesTable = (moves: readonly MarketMove[], from: number, to: number): Html =>
  table('Moves of five points or more', moves.slice(from, to), [
    [{ title: 'When' }, ({ at }, index) => html`${moves.length - from - index} · ${time(new Date(at).toISOString())}`],
    ['Move', (move) => `${percentText(move.from)} → ${percentText(move.to)}`],
    ['Who had spoken before', spokenBefore],
  ]);

const spokenBefore = ({ source_types, first_leads }: MarketMove): HtmlValue => {
  const earliest = new Map<SourceType, number>();
  for (const [index, type] of source_types.entries())
    earliest.set(type, Math.max(earliest.get(type) ?? 0, first_leads[index] ?? 0));
  if (earliest.size === 0) return 'none of our sources';
  return [...earliest]
    .sort(([, a], [, b]) => b - a)
    .map(
      ([type, lead]) => `${LANE_NAMES[type]} ${lead < MINUTE_MS ? 'in the same minute' : `${duration(lead)} before`}`,
    )
    .join(', ');
};
