/** How one number comes to be another: bars on one scale, each beneath the one that it is a part of. Pure. */
import { html, type Html } from '../../common/html';
import { drawing, type ChartWords } from './frame';
import { linearScale, px } from './scales';

export interface FunnelStep {
  readonly count: number;
  /** What is counted, and what became of the rest. */
  readonly words: string;
}

const WIDTH = 460;
const ROW = 26;
const BAR_WIDTH = 170;

export const funnel = (steps: readonly FunnelStep[], words: ChartWords): Html => {
  const width = linearScale([0, Math.max(1, ...steps.map(({ count }) => count))], [0, BAR_WIDTH]);
  return drawing(
    words,
    [WIDTH, steps.length * ROW],
    html`${steps.map(
      ({ count, words: said }, index) =>
        html`<rect
            class="counts"
            y="${index * ROW + 3}"
            width="${px(Math.max(2, width(count)))}"
            height="${ROW - 8}"
          /><text x="${px(Math.max(2, width(count)) + 8)}" y="${index * ROW + 17}"
            ><tspan>${count}</tspan> ${said}</text
          >`,
    )}`,
    { kind: 'funnel narrow' },
  );
};
