import { html, type Html } from '../../../platform/common/html';
import { cellDrawing } from './frame';
import { linearScale, px } from './scales';

const WIDTH = 220;
const HEIGHT = 16;

/** @param goesOn filled part of `whole`; the rest is an outline @param most maximum of all rows */
export const funnelBar = (goesOn: number, whole: number, most: number): Html => {
  const width = linearScale([0, Math.max(1, most)], [0, WIDTH - 2]);
  return cellDrawing(
    [WIDTH, HEIGHT],
    html`<rect class="held" x="0.5" y="1.5" width="${px(Math.max(1, width(whole)))}" height="${HEIGHT - 3}" />
      <rect class="counts" y="1" width="${px(width(goesOn))}" height="${HEIGHT - 2}" />`,
    'funnel',
  );
};
