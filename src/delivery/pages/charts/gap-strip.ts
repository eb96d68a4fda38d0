import { html, type Html } from '../../../platform/common/html';
import { diamond, drawing, textAt, path, type ChartWords } from './frame';
import { linearScale, px } from './scales';

const WIDTH = 460;
const SIDE = 46;
const MIDDLE = 18;
const HEIGHT = 52;

/** @param gaps model minus market, shares of one, newest first */
export const gapStrip = (gaps: readonly number[], words: ChartWords): Html => {
  const most = Math.max(0.1, Math.ceil(Math.max(...gaps.map(Math.abs)) * 10) / 10);
  const x = linearScale([-most, most], [SIDE, WIDTH - SIDE]);
  const points = Math.round(most * 100);
  const ends = [
    [-most, `\u2212${points} points`],
    [0, 'market'],
    [most, `+${points} points`],
  ] as const;
  return drawing(
    words,
    [WIDTH, HEIGHT],
    html`${path('grid', `M${SIDE} ${MIDDLE}H${WIDTH - SIDE}`)}${path('now', `M${px(x(0))} 4v${2 * (MIDDLE - 4)}`)}
    ${ends.map(([at, words]) => textAt(x(at), HEIGHT - 6, words, 'middle'))}
    ${gaps.map((gap, index) => diamond('model', x(gap), MIDDLE, index === 0 ? 6.5 : 4))}`,
    { kind: 'narrow' },
  );
};
