import { html, type Html } from '../../../platform/common/html';
import { cellDrawing, diamond, dot, path } from './frame';
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
    html`${shaded !== null && html`<rect class="alert" x="${px(x(shaded[0]))}" y="1" width="${px(Math.max(1.5, x(shaded[1]) - x(shaded[0])))}" height="${HEIGHT - 2}" />`}
    ${path('grid', `M0 ${HEIGHT - 1.5}h${WIDTH}M0 1.5h${WIDTH}`)}${band.length > 1 && path('spread', bandPath(band))}
    ${path('market-line', stepPath(held.map(at)))}${last !== undefined && dot('market', x(to), y(last.value), 1.6)}
    ${model.map((reading) => diamond('model', at(reading).x, at(reading).y, 2))}`,
    'spark',
  );
};
