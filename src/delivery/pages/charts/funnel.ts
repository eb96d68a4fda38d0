/** How much of a number goes on to the next and how much does not: one bar for a row of a table. Pure. */
import { html, type Html } from '../../../platform/common/html';
import { cellDrawing } from './frame';
import { linearScale, px } from './scales';

const WIDTH = 220;
const HEIGHT = 16;

/** @param goesOn of `whole`; the rest is drawn hollow @param most of all rows */
export const funnelBar = (goesOn: number, whole: number, most: number): Html => {
  const width = linearScale([0, Math.max(1, most)], [0, WIDTH - 2]);
  return cellDrawing(
    [WIDTH, HEIGHT],
    html`<rect class="held" x="0.5" y="1.5" width="${px(Math.max(1, width(whole)))}" height="${HEIGHT - 3}" /><rect
        class="counts"
        y="1"
        width="${px(width(goesOn))}"
        height="${HEIGHT - 2}"
      />`,
    'funnel',
  );
};
