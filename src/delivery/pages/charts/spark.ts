import { html, type Html } from '../../../platform/common/html';
import { cellDrawing } from './frame';
import { bandPath, px, shareScale, stepPath, timeScale } from './scales';

export interface Reading {
  /** UTC ms. */
  readonly at: number;
  /** Share of one. */
  readonly value: number;
  readonly low?: number | null;
  readonly high?: number | null;
}

const WIDTH = 96;
const HEIGHT = 22;

/** One scale from 0 to 100 %, so that table rows are comparable. @param shaded highlighted span, UTC ms */
export const spark = (
  market: readonly Reading[],
  model: readonly Reading[],
  [from, to]: readonly [number, number],
  shaded: readonly [number, number] | null = null,
): Html => {
  const x = timeScale([from, to], [1, WIDTH - 2.5]);
  const y = shareScale(HEIGHT - 2, 2);
  const at = (reading: Reading): { x: number; y: number } => ({ x: x(reading.at), y: y(reading.value) });
  const last = market.at(-1);
  const held = last === undefined ? market : [...market, { ...last, at: to }];
  const band = held.flatMap(({ at: when, low, high }) =>
    typeof low === 'number' && typeof high === 'number' ? [{ x: x(when), low: y(low), high: y(high) }] : [],
  );
  return cellDrawing(
    [WIDTH, HEIGHT],
    html`${shaded !== null && html`<rect class="alert" x="${px(x(shaded[0]))}" y="1" width="${px(Math.max(1.5, x(shaded[1]) - x(shaded[0])))}" height="${HEIGHT - 2}" />`}<path
        class="grid"
        d="M0 ${HEIGHT - 1.5}h${WIDTH}M0 1.5h${WIDTH}"
      />${band.length > 1 && html`<path class="spread" d="${bandPath(band)}" />`}<path
        class="market-line"
        d="${stepPath(held.map(at))}"
      />${last !== undefined && html`<circle class="market" cx="${px(x(to))}" cy="${px(y(last.value))}" r="1.6" />`}${model.map((reading) => html`<path class="model" d="M${px(at(reading).x)} ${px(at(reading).y - 2)}l2 2l-2 2l-2 -2z" />`)}`,
    'spark',
  );
};
