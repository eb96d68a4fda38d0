import { scaleLinear, scaleUtc, type ScaleLinear, type ScaleTime } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { DAY_MS } from '../../../platform/common/durations';
import { MONTHS } from '../figures';

type LinearScale = ScaleLinear<number, number>;
export type TimeScale = ScaleTime<number, number>;

/** Maps a share, 0 to 1, to `[from, to]` px. */
export const shareScale = (from: number, to: number): LinearScale => scaleLinear([0, 1], [from, to]).clamp(true);

export const linearScale = (domain: readonly [number, number], range: readonly [number, number]): LinearScale =>
  scaleLinear(domain, range).clamp(true);

/** Maps instants (UTC ms) to px. */
export const timeScale = (domain: readonly [number, number], range: readonly [number, number]): TimeScale =>
  scaleUtc(domain, range).clamp(true);

export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** `25 Oct`; `at` in UTC ms. */
export const dayLabel = (at: number): string => {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''}`;
};

/** `25 Oct`, or `09:40` if the span is less than a day and a half. */
const instantLabel = (at: Date, span: number): string =>
  span < 1.5 * DAY_MS ? at.toISOString().slice(11, 16) : dayLabel(at.getTime());

/** About `count` round instants of a scale with their labels. */
export const timeTicks = (scale: TimeScale, count: number): Tick[] => {
  const [from, to] = scale.domain().map((one) => one.getTime());
  const span = (to ?? 0) - (from ?? 0);
  // Ticks within a day would repeat the day's label.
  const whole = span < 1.5 * DAY_MS ? () => true : (at: Date) => at.getTime() % DAY_MS === 0;
  return scale
    .ticks(count)
    .filter(whole)
    .map((at) => ({ at: at.getTime(), label: instantLabel(at, span) }));
};

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const stepPath = (points: readonly Point[]): string =>
  line<Point>()
    .x(({ x }) => x)
    .y(({ y }) => y)
    .curve(curveStepAfter)
    .digits(1)([...points]) ?? '';

export const linePath = (points: readonly Point[]): string =>
  line<Point>()
    .x(({ x }) => x)
    .y(({ y }) => y)
    .digits(1)([...points]) ?? '';

interface Band {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

export const bandPath = (bands: readonly Band[]): string =>
  area<Band>()
    .x(({ x }) => x)
    .y0(({ low }) => low)
    .y1(({ high }) => high)
    .curve(curveStepAfter)
    .digits(1)([...bands]) ?? '';

/** Where an axis from 0 to 100 % is marked. */
export const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/** One decimal is finer than a pixel; output is short and identical on all platforms. */
export const px = (value: number): string => String(Math.round(value * 10) / 10);
