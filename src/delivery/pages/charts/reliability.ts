import { html, type Html } from '../../../platform/common/html';
import type { CalibrationBinResponse } from '../../../track-record/analysis-parts.dto';
import { drawing, type ChartWords } from './frame';
import { linearScale, px, shareScale, QUARTERS } from './scales';

const WIDTH = 460;
const LEFT = 58;
const RIGHT = 14;
const TOP = 10;
const SIZE = 250;
const COUNTS = 46;
type Bin = Pick<CalibrationBinResponse, 'from' | 'to' | 'n' | 'mean_probability' | 'yes_rate' | 'ci'>;

export const reliability = (bins: readonly Bin[], words: ChartWords): Html => {
  const x = shareScale(LEFT, WIDTH - RIGHT);
  const y = shareScale(TOP + SIZE, TOP);
  const most = Math.max(1, ...bins.map(({ n }) => n));
  const bottom = TOP + SIZE + 30 + COUNTS;
  const tall = linearScale([0, most], [0, COUNTS]);
  return drawing(
    words,
    [WIDTH, bottom + 6],
    html`${QUARTERS.map((at) => html`<path class="grid" d="M${LEFT} ${px(y(at))}H${WIDTH - RIGHT}" /><text x="${LEFT - 8}" y="${px(y(at) + 4)}" text-anchor="end">${at * 100} %</text><text x="${px(x(at))}" y="${TOP + SIZE + 19}" text-anchor="${at === 1 ? 'end' : 'middle'}">${at * 100} %</text>`)}
      <path class="ideal" d="M${px(x(0))} ${px(y(0))}L${px(x(1))} ${px(y(1))}" />
      ${bins.map(({ from, to, n, mean_probability: mean, yes_rate: rate, ci: [low, high] }) => html`<path class="interval" d="M${px(x(mean))} ${px(y(low))}V${px(y(high))}" /><circle class="model" cx="${px(x(mean))}" cy="${px(y(rate))}" r="4" /><rect class="counts" x="${px(x(from) + 1)}" y="${px(bottom - tall(n))}" width="${px(Math.max(1, x(to) - x(from) - 2))}" height="${px(tall(n))}" />`)}
      <path class="grid" d="M${LEFT} ${bottom}H${WIDTH - RIGHT}" /><text
        x="${LEFT - 8}"
        y="${bottom - COUNTS + 8}"
        text-anchor="end"
        >${most}</text
      ><text x="${LEFT - 8}" y="${bottom}" text-anchor="end">0</text>`,
    { kind: 'narrow' },
  );
};
