/** Scales and paths of the charts: d3's, in UTC, with one digit after the point. Pure. */
import { scaleLinear, scaleUtc, type ScaleLinear, type ScaleTime } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { DAY_MS } from '../../../platform/common/durations';
import { MONTHS } from '../words';

type LinearScale = ScaleLinear<number, number>;
export type TimeScale = ScaleTime<number, number>;

/** A share of one, 0 to 1, on `[from, to]` px. */
export const shareScale = (from: number, to: number): LinearScale => scaleLinear([0, 1], [from, to]).clamp(true);

export const linearScale = (domain: readonly [number, number], range: readonly [number, number]): LinearScale =>
  scaleLinear(domain, range).clamp(true);

/** Instants (UTC ms) on px. */
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

/** `25 Oct`, or `09:40` where all that is shown lies within a day and a half. */
const instantLabel = (at: Date, span: number): string =>
  span < 1.5 * DAY_MS ? at.toISOString().slice(11, 16) : dayLabel(at.getTime());

/** About `count` round instants of a scale with their labels. */
export const timeTicks = (scale: TimeScale, count: number): Tick[] => {
  const [from, to] = scale.domain().map((one) => one.getTime());
  const span = (to ?? 0) - (from ?? 0);
  // A tick within a day, where days are named, would repeat its day.
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

/** The path of a value that holds until the next one; points in px. */
export const stepPath = (points: readonly Point[]): string =>
  line<Point>()
    .x(({ x }) => x)
    .y(({ y }) => y)
    .curve(curveStepAfter)
    .digits(1)([...points]) ?? '';

/** The same for a line straight from point to point. */
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

/** The area between two values that hold until the next ones; in px. */
export const bandPath = (bands: readonly Band[]): string =>
  area<Band>()
    .x(({ x }) => x)
    .y0(({ low }) => low)
    .y1(({ high }) => high)
    .curve(curveStepAfter)
    .digits(1)([...bands]) ?? '';

/** One digit is finer than a pixel, and keeps the bytes few and equal everywhere. */
export const px = (value: number): string => String(Math.round(value * 10) / 10);
