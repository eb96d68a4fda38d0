/**
 * The picture of a market: its price with bid to ask, the model's answers and paper trades, open alerts
 * and large moves, what is due until it closes; beneath it, on the same time axis, one lane for each kind
 * of source with a tick for each report. Pure.
 */
import { html, type Html, type HtmlValue } from '../../common/html';
import { cut } from '../../common/plain-text';
import { drawing, type ChartWords } from './frame';
import {
  bandPath,
  dayLabel,
  px,
  shareScale,
  stepPath,
  timeScale,
  timeTicks,
  type TimeScale,
} from './scales';

/** Instants are UTC ms, prices and probabilities shares of one. */
export interface PriceAndLanes {
  readonly from: number;
  readonly now: number;
  /** End of the axis: when the market closes, or `now` where it has. */
  readonly until: number;
  /** What it was decided, in words; null or left out while it is open. */
  readonly decided?: string | null;
  readonly quotes: readonly {
    readonly at: number;
    readonly price: number;
    readonly bid: number | null;
    readonly ask: number | null;
  }[];
  readonly forecasts: readonly {
    readonly at: number;
    readonly probability: number;
    readonly traded: boolean;
  }[];
  readonly alerts: readonly { readonly from: number; readonly to: number }[];
  /** Moves of five points or more, numbered as they are listed on the page. */
  readonly moves: readonly { readonly at: number; readonly price: number }[];
  readonly due: readonly { readonly at: number; readonly title: string }[];
  readonly lanes: readonly {
    readonly name: string;
    /** Reports; `about` where the report covers the whole question. */
    readonly reports: readonly { readonly at: number; readonly about: boolean }[];
    /** Reports of the last day; null where the market is decided. */
    readonly count24h: number | null;
  }[];
}

const WIDTH = 1140;
const LEFT = 48;
const RIGHT = 10;
const TOP = 14;
const PRICE_HEIGHT = 230;
const AXIS = 26;
const LANE = 17;
/** Names of lanes and the last figures stand behind the end of the lines, where a narrow screen begins. */
const NAMES = 150;
/** The future has this share of the width where something is due, so that it can be read. */
const FUTURE_SHARE = 0.24;
const DUE_MAX = 7;
const TITLE_MAX = 34;
/** px between two numbers of moves. */
const MOVE_APART = 18;

export const priceAndLanes = (chart: PriceAndLanes, words: ChartWords): Html => {
  const future = chart.until > chart.now;
  const nowX = WIDTH - RIGHT - (future && chart.due.length > 0 ? (WIDTH - LEFT - RIGHT) * FUTURE_SHARE : NAMES); // prettier-ignore
  const past = timeScale([chart.from, chart.now], [LEFT, nowX]);
  const ahead = timeScale([chart.now, chart.until], [nowX, WIDTH - RIGHT]);
  const y = shareScale(TOP + PRICE_HEIGHT, TOP);
  const lanesTop = TOP + PRICE_HEIGHT + AXIS;
  const height = lanesTop + chart.lanes.length * LANE + 6;
  return drawing(
    words,
    [WIDTH, height],
    html`${[0, 0.25, 0.5, 0.75, 1].map((at) => html`<path class="grid" d="M${LEFT} ${px(y(at))}H${px(nowX)}" /><text x="${LEFT - 8}" y="${px(y(at) + 4)}" text-anchor="end">${at * 100} %</text>`)}
      ${timeTicks(past, 6).map(({ at, label }) => html`<text x="${px(past(at))}" y="${TOP + PRICE_HEIGHT + 17}" text-anchor="middle">${label}</text>`)}
      ${chart.alerts.map(({ from, to }) => html`<rect class="alert" x="${px(past(from))}" y="${TOP}" width="${px(Math.max(2, past(to) - past(from)))}" height="${height - TOP - 6}"><title>Surge alert</title></rect>`)}
      ${prices(chart, past, y)}${model(chart, past, y)}${moves(chart, past, y)}
      <path class="now" d="M${px(nowX)} ${TOP}V${height - 6}" />
      ${chart.decided !== undefined && chart.decided !== null && html`<text class="end" x="${px(nowX - 7)}" y="${TOP + 12}" text-anchor="end">${chart.decided}</text>`}
      ${ends(chart, nowX, y)}${future && due(chart, ahead, y)}
      ${chart.lanes.map((lane, index) => laneOf(lane, lanesTop + index * LANE, past, nowX))}`,
    { kind: 'price-and-lanes' },
  );
};

type Share = (value: number) => number;

const prices = ({ quotes, now }: PriceAndLanes, x: TimeScale, y: Share): HtmlValue => {
  const last = quotes.at(-1);
  if (last === undefined) return '';
  const held = [...quotes, { ...last, at: now }];
  const band = held.flatMap(({ at, bid, ask }) =>
    bid === null || ask === null ? [] : [{ x: x(at), low: y(bid), high: y(ask) }],
  );
  return html`${band.length > 1 && html`<path class="spread" d="${bandPath(band)}" />`}<path
      class="market-line"
      d="${stepPath(held.map(({ at, price }) => ({ x: x(at), y: y(price) })))}"
    />`;
};

const model = ({ forecasts, now }: PriceAndLanes, x: TimeScale, y: Share): HtmlValue => {
  const last = forecasts.at(-1);
  if (last === undefined) return '';
  const held = [...forecasts, { ...last, at: now }];
  return html`<path
      class="model-line"
      d="${stepPath(held.map(({ at, probability }) => ({ x: x(at), y: y(probability) })))}"
    />${forecasts.map(({ at, probability, traded }) =>
      traded
        ? html`<path class="model" d="M${px(x(at))} ${px(y(probability) - 6)}l6 6l-6 6l-6 -6z"
            ><title>Paper trade</title></path
          >`
        : html`<circle class="model" cx="${px(x(at))}" cy="${px(y(probability))}" r="2.6" />`,
    )}`;
};

/** A number for each move where it covers no number before it; the others are dots: the list has all. */
const moves = (chart: PriceAndLanes, x: TimeScale, y: Share): Html[] => {
  const numbered: { readonly x: number; readonly y: number }[] = [];
  return chart.moves.map(({ at, price }, index) => {
    const [left, middle] = [x(at), y(price)];
    const above = [middle - 16, middle + 16].find(
      (top) =>
        top > TOP && !numbered.some((one) => Math.hypot(one.x - left, one.y - top) < MOVE_APART),
    );
    if (above === undefined)
      return html`<circle class="move" cx="${px(left)}" cy="${px(middle)}" r="2.6" />`;
    numbered.push({ x: left, y: above });
    return html`<circle class="move" cx="${px(left)}" cy="${px(above)}" r="8" /><text
        class="move-number"
        x="${px(left)}"
        y="${px(above + 4)}"
        text-anchor="middle"
        >${index + 1}</text
      >`;
  });
};

/** The last two figures, apart from each other where they are close. */
const ends = ({ quotes, forecasts }: PriceAndLanes, nowX: number, y: Share): HtmlValue => {
  const market = quotes.at(-1)?.price;
  const answer = forecasts.at(-1)?.probability;
  const first = market === undefined ? null : y(market);
  let second = answer === undefined ? null : y(answer);
  if (first !== null && second !== null && Math.abs(first - second) < 13)
    second = first + (second < first ? -13 : 13);
  return html`${first !== null && html`<text class="end market" x="${px(nowX + 6)}" y="${px(first + 4)}">Market ${whole(market)}</text>`}${second !== null && html`<text class="end model" x="${px(nowX + 6)}" y="${px(second + 4)}">Model ${whole(answer)}</text>`}`;
};

const whole = (share: number | undefined): string => `${Math.round((share ?? 0) * 100)} %`;

/** What is due, one beneath the other, with a stem to its day. */
const due = (chart: PriceAndLanes, x: TimeScale, y: Share): Html =>
  html`${chart.due.slice(0, DUE_MAX).map(({ at, title }, index) => {
      const [dayX, dayY] = [x(at), TOP + 8 + index * 15];
      const side = dayX > WIDTH - RIGHT - 150 ? 'end' : 'start';
      return html`<path class="stem" d="M${px(dayX)} ${px(dayY)}V${px(y(0))}" /><circle
          class="due"
          cx="${px(dayX)}"
          cy="${px(dayY)}"
          r="2.6"
        /><text
          x="${px(dayX + (side === 'start' ? 6 : -6))}"
          y="${px(dayY + 4)}"
          text-anchor="${side}"
          >${cut(title, TITLE_MAX)}</text
        >`;
    })}<path class="closes" d="M${WIDTH - RIGHT} ${TOP}V${px(y(0))}" /><text
      x="${WIDTH - RIGHT}"
      y="${TOP + PRICE_HEIGHT + 17}"
      text-anchor="end"
      >closes ${dayLabel(chart.until)}</text
    >`;

const laneOf = (
  { name, reports, count24h }: PriceAndLanes['lanes'][number],
  top: number,
  x: TimeScale,
  nowX: number,
): Html => {
  const ticks = (about: boolean): string =>
    reports
      .filter((report) => report.about === about)
      .map(({ at }) => `M${px(x(at))} ${top + 2}v11`)
      .join('');
  return html`<path class="grid" d="M${LEFT} ${top + 7.5}H${px(nowX)}" /><path
      class="report"
      d="${ticks(false)}"
    /><path class="report about" d="${ticks(true)}" /><text x="${px(nowX + 6)}" y="${top + 12}"
      >${name}${count24h !== null && `, ${count24h} in 24 h`}</text
    >`;
};
