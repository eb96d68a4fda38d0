/** Days in a row, each coloured by how far it lay above its usual count; an empty day is hatched. Pure. */
import { html, type Html } from '../../common/html';
import { cellDrawing } from './frame';
import { unusualStep } from './unusual';

export interface HeatDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly count: number;
  /** Usual count of a day, or null where it is not known. */
  readonly usual: number | null;
}

const CELL = 8;
const GAP = 1;
const HEIGHT = 14;

export const heatStrip = (days: readonly HeatDay[]): Html =>
  cellDrawing(
    [Math.max(1, days.length) * CELL, HEIGHT],
    html`${days.map(
      ({ day, count, usual }, index) =>
        html`<rect
          class="${count === 0 ? 'unusual-none' : `unusual-${unusualStep(count, usual) ?? 'unknown'}`}"
          x="${index * CELL}"
          width="${CELL - GAP}"
          height="${HEIGHT}"
          ><title>${day}: ${count}</title></rect
        >`,
    )}`,
    'heat-strip',
  );
