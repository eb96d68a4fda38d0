import { html, type Html } from '../../../platform/common/html';
import { cellDrawing, path } from './frame';
import { linearScale, px } from './scales';

const BAR = 3;
const GAP = 1;
const HEIGHT = 18;

/** @param most count of a full-height bar, so that rows are comparable */
export const bars = (counts: readonly number[], most: number): Html => {
  const height = linearScale([0, Math.max(1, most)], [0, HEIGHT - 1]);
  const tops = counts.map((count, index) => {
    const tall = px(Math.max(1, height(count)));
    return count === 0 ? '' : `M${index * (BAR + GAP)} ${HEIGHT}v-${tall}h${BAR}v${tall}z`;
  });
  return cellDrawing(
    [Math.max(1, counts.length) * (BAR + GAP), HEIGHT],
    html`${path('axis', `M0 ${HEIGHT - 0.5}h${counts.length * (BAR + GAP)}`)}${path('counts', tops.join(''))}`,
    'bars',
  );
};
