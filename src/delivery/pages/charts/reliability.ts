import { html, type Html } from '../../../platform/common/html';
import type { CalibrationBinResponse } from '../../../track-record/analysis-parts.dto';
import { dot, drawing, path, textAt, type ChartWords } from './frame';
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
    html`${QUARTERS.map((at) => [
      path('grid', `M${LEFT} ${px(y(at))}H${WIDTH - RIGHT}`),
      textAt(LEFT - 8, y(at) + 4, `${at * 100} %`, 'end'),
      textAt(x(at), TOP + SIZE + 19, `${at * 100} %`, at === 1 ? 'end' : 'middle'),
    ])}
    ${path('ideal', `M${px(x(0))} ${px(y(0))}L${px(x(1))} ${px(y(1))}`)}
    ${bins.map(({ from, to, n, mean_probability: mean, yes_rate: rate, ci: [low, high] }) => [
      path('interval', `M${px(x(mean))} ${px(y(low))}V${px(y(high))}`),
      dot('model', x(mean), y(rate), 4),
      html`<rect
        class="counts"
        x="${px(x(from) + 1)}"
        y="${px(bottom - tall(n))}"
        width="${px(Math.max(1, x(to) - x(from) - 2))}"
        height="${px(tall(n))}"
      />`,
    ])}
    ${path('grid', `M${LEFT} ${bottom}H${WIDTH - RIGHT}`)}
    ${textAt(LEFT - 8, bottom - COUNTS + 8, most, 'end')}${textAt(LEFT - 8, bottom, '0', 'end')}`,
    { kind: 'narrow' },
  );
};
