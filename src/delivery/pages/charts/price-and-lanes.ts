/** Below the price, on the same time axis, a lane per kind of source with a tick per report. */
import { html, type Html, type HtmlValue } from '../../../platform/common/html';
import { cut } from '../../../platform/common/plain-text';
import type { MarketReports, SpanQuotes } from '../market-pages.repository';
import { cellDrawing, diamond, dot, drawing, path, textAt, type ChartWords } from './frame';
import { bandPath, dayLabel, px, shareScale, stepPath, timeScale, timeTicks, type TimeScale, QUARTERS } from './scales';
import { percentText } from '../figures';

/** Instants are UTC ms, prices and probabilities shares of one. */
export interface PriceAndLanes {
  readonly from: number;
  readonly now: number;
  /** End of the axis: when the market closes, or `now` where it has. */
  readonly until: number;
  /** Last day on which the event can still happen, `2026-12-14`; null if unknown. */
  readonly lastDay: string | null;
  /** Text of the decision; null or absent while open. */
  readonly decided?: string | null;
  readonly quotes: SpanQuotes['prices'];
  readonly forecasts: readonly { readonly at: number; readonly probability: number; readonly traded: boolean }[];
  readonly alerts: readonly { readonly from: number; readonly to: number }[];
  /** Moves of five points or more, numbered as in the page's list. */
  readonly moves: readonly { readonly at: number; readonly price: number }[];
  readonly due: readonly { readonly at: number; readonly title: string }[];
  readonly lanes: readonly {
    readonly name: string;
    /** Reports; `about` where the report covers the whole question. */
    readonly reports: MarketReports['reports'];
    /** Reports of the last day; null for a decided market. */
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
/** Lane names and last figures are right of the lines, where a narrow screen starts. */
const NAMES = 150;
const FUTURE_SHARE = 0.24;
const DUE_MAX = 7;
/** Minimum px between numbers of moves. */
const MOVE_APART = 18;
/** Vertical px reserved around a line of text. */
const LINE_APART = 13;
/** Width in px of the last figure, right of the current time. */
const END_WIDTH = 84;
const LETTER_WIDTH = 5.9;
/** px between a day label and the line of the current time. */
const TICK_APART = 24;

const nowIn = ({ until, now, due }: PriceAndLanes): number =>
  WIDTH - RIGHT - (until > now && due.length > 0 ? (WIDTH - LEFT - RIGHT) * FUTURE_SHARE : NAMES);

export const shareOfNow = (chart: PriceAndLanes): number => Number((nowIn(chart) / WIDTH).toFixed(3));

const priceTicks = (y: (share: number) => number, gridTo: number | null): HtmlValue =>
  QUARTERS.map((at) => [
    gridTo !== null && path('grid', `M${LEFT} ${px(y(at))}H${px(gridTo)}`),
    textAt(LEFT - 8, y(at) + 4, `${at * 100} %`, 'end'),
  ]);

/** The price axis alone, which stays at the left when the chart is scrolled. */
export const priceAxis = (): Html =>
  cellDrawing(
    [LEFT, TOP + PRICE_HEIGHT + AXIS],
    html`${priceTicks(shareScale(TOP + PRICE_HEIGHT, TOP), null)}`,
    'price-axis',
  );

export const priceAndLanes = (chart: PriceAndLanes, words: ChartWords): Html => {
  const future = chart.until > chart.now;
  const nowX = nowIn(chart);
  const past = timeScale([chart.from, chart.now], [LEFT, nowX]);
  const ahead = timeScale([chart.now, chart.until], [nowX, WIDTH - RIGHT]);
  const y = shareScale(TOP + PRICE_HEIGHT, TOP);
  const lanesTop = TOP + PRICE_HEIGHT + AXIS;
  const endLabels = ends(chart, y);
  const height = lanesTop + chart.lanes.length * LANE + 6;
  return drawing(
    words,
    [WIDTH, height],
    html`${priceTicks(y, nowX)}
    ${timeTicks(past, 6)
      .filter(({ at }) => past(at) < nowX - TICK_APART)
      .map(({ at, label }) => textAt(past(at), TOP + PRICE_HEIGHT + 17, label, 'middle'))}
    ${future && textAt(nowX + 6, TOP + PRICE_HEIGHT + 17, 'now')}
    ${chart.alerts.map(({ from, to }) => html`<rect class="alert" x="${px(past(from))}" y="${TOP}" width="${px(Math.max(2, past(to) - past(from)))}" height="${height - TOP - 6}"><title>Surge alert</title></rect>`)}
    ${path('now', `M${px(nowX)} ${TOP}V${height - 6}`)}
    ${prices(chart, past, y)}${model(chart, past, y)}${moves(chart, past, y)}
    ${chart.decided !== undefined && chart.decided !== null && textAt(nowX - 7, TOP + 12, chart.decided, 'end', 'end')}
    ${endLabels.map(({ kind, words: label, y: top }) => textAt(nowX + 6, top + 4, label, 'start', `end ${kind}`))}${future && due(chart, ahead, y, endLabels)}
    ${chart.lanes.map((lane, index) => laneOf(lane, lanesTop + index * LANE, past, nowX))}`,
    { kind: 'price-and-lanes' },
  );
};

type Share = (value: number) => number;

const prices = ({ quotes, now }: PriceAndLanes, x: TimeScale, y: Share): HtmlValue => {
  const last = quotes.at(-1);
  if (last === undefined) return '';
  const held = [...quotes, { ...last, at: now }];
  return [
    spreads(held).map((run) =>
      path('spread', bandPath(run.map(({ at, bid, ask }) => ({ x: x(at), low: y(bid), high: y(ask) })))),
    ),
    path('market-line', stepPath(held.map(({ at, price }) => ({ x: x(at), y: y(price) })))),
  ];
};

interface Spread {
  readonly at: number;
  readonly bid: number;
  readonly ask: number;
}

const spreads = (held: PriceAndLanes['quotes']): Spread[][] => {
  const runs: Spread[][] = [];
  let run: Spread[] = [];
  for (const { at, bid, ask } of held) {
    const last = run.at(-1);
    if (bid !== null && ask !== null) {
      if (run.length === 0) runs.push(run);
      run.push({ at, bid, ask });
    } else if (last !== undefined) {
      run.push({ ...last, at });
      run = [];
    }
  }
  return runs;
};

const model = ({ forecasts, now }: PriceAndLanes, x: TimeScale, y: Share): HtmlValue => {
  const last = forecasts.at(-1);
  if (last === undefined) return '';
  const held = [...forecasts, { ...last, at: now }];
  return [
    path('model-line', stepPath(held.map(({ at, probability }) => ({ x: x(at), y: y(probability) })))),
    forecasts.map(({ at, probability, traded }) =>
      traded
        ? html`<g>${diamond('model', x(at), y(probability), 6)}<title>Paper trade</title></g>`
        : dot('model', x(at), y(probability), 2.6),
    ),
  ];
};

/** Numbers for moves where they do not overlap, dots for the others; the list has all. */
const moves = (chart: PriceAndLanes, x: TimeScale, y: Share): Html[] => {
  const numbered: { readonly x: number; readonly y: number }[] = [];
  return chart.moves.map(({ at, price }, index) => {
    const [left, middle] = [x(at), y(price)];
    const above = [middle - 16, middle + 16].find(
      (top) => top > TOP && !numbered.some((one) => Math.hypot(one.x - left, one.y - top) < MOVE_APART),
    );
    if (above === undefined) return dot('move', left, middle, 2.6);
    numbered.push({ x: left, y: above });
    return html`${dot('move', left, above, 8)}${textAt(left, above + 4, index + 1, 'middle', 'move-number')}`;
  });
};

interface EndLabel {
  readonly kind: 'market' | 'model';
  readonly words: string;
  readonly y: number;
}

const ends = ({ quotes, forecasts }: PriceAndLanes, y: Share): EndLabel[] => {
  const price = quotes.at(-1)?.price;
  const answer = forecasts.at(-1)?.probability;
  const market =
    price === undefined ? [] : [{ kind: 'market', words: `Market ${percentText(price)}`, y: y(price) } as const];
  if (answer === undefined) return market;
  const [first] = market;
  const own = y(answer);
  const near = first !== undefined && Math.abs(first.y - own) < LINE_APART;
  const top = near ? first.y + (own < first.y ? -LINE_APART : LINE_APART) : own;
  return [...market, { kind: 'model', words: `Model ${percentText(answer)}`, y: top }];
};

/** Due dates stacked next to the last figures, each with a stem to its day; labels stay right of the current time. */
const due = (chart: PriceAndLanes, x: TimeScale, y: Share, beside: readonly EndLabel[]): Html => {
  const nowX = x(chart.now);
  let top = TOP - 7;
  return html`${chart.due.slice(0, DUE_MAX).map(({ at, title }) => {
    const dayX = x(at);
    const [before, behind] = [dayX - nowX, WIDTH - RIGHT - dayX];
    const side = before > behind ? 'end' : 'start';
    const words = cut(`${dayLabel(at)} ${title}`, Math.floor((Math.max(before, behind) - 12) / LETTER_WIDTH));
    const left = side === 'start' ? dayX : dayX - 6 - words.length * LETTER_WIDTH;
    do top += 15;
    while (left < nowX + END_WIDTH && beside.some((one) => Math.abs(one.y - top) < LINE_APART));
    return [
      path('stem', `M${px(dayX)} ${px(top)}V${px(y(0))}`),
      dot('due', dayX, top, 2.6),
      textAt(dayX + (side === 'start' ? 6 : -6), top + 4, words, side),
    ];
  })}${path('closes', `M${WIDTH - RIGHT} ${TOP}V${px(y(0))}`)}
  ${textAt(WIDTH - RIGHT, TOP + PRICE_HEIGHT + 17, `closes ${dayLabel(chart.lastDay === null ? chart.until : Date.parse(chart.lastDay))}`, 'end')}`;
};

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
  return html`${path('grid', `M${LEFT} ${top + 7.5}H${px(nowX)}`)}${path('report', ticks(false))}${path('report about', ticks(true))}
  ${textAt(nowX + 6, top + 12, `${name}${count24h === null ? '' : `, ${count24h} in 24 h`}`)}`;
};
