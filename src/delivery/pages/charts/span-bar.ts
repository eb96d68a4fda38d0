import { html, type Html } from '../../../platform/common/html';
import { cellDrawing, path } from './frame';
import { px, timeScale } from './scales';

const WIDTH = 120;
const HEIGHT = 8;
/** A period of days would be invisible on an axis of decades. */
const SHORTEST = 2;

/** @param span start and end, UTC ms; null if open @param axis first and last instant of the axis, UTC ms */
export const spanBar = (
  [since, until]: readonly [number | null, number | null],
  axis: readonly [number, number],
): Html => {
  const x = timeScale(axis, [0, WIDTH]);
  const [left, right] = [x(since ?? axis[0]), x(until ?? axis[1])];
  const width = Math.max(SHORTEST, right - left);
  const start = Math.min(left, WIDTH - width);
  return cellDrawing(
    [WIDTH, HEIGHT],
    html`${path('axis', `M0 ${HEIGHT - 0.5}h${WIDTH}`)}${path('counts', `M${px(start)} 0h${px(width)}v${HEIGHT - 2}h-${px(width)}z`)}`,
    'span-bar',
  );
};
