/** Coloured by deviation from the usual count; empty days are hatched. One path per colour, for hundreds of days. */
import { html, type Html } from '../../../platform/common/html';
import { cellDrawing, path } from './frame';
import { unusualStep } from './unusual';

interface HeatDay {
  readonly count: number;
  readonly usual: number | null;
}

const CELL = 8;
const GAP = 1;
const HEIGHT = 14;

export const heatStrip = (days: readonly HeatDay[]): Html => {
  const cells = new Map<string, string>();
  for (const [index, { count, usual }] of days.entries()) {
    const kind = count === 0 ? 'none' : String(unusualStep(count, usual) ?? 'unknown');
    const cell = `M${index * CELL} 0h${CELL - GAP}v${HEIGHT}h-${CELL - GAP}z`;
    cells.set(kind, `${cells.get(kind) ?? ''}${cell}`);
  }
  return cellDrawing(
    [Math.max(1, days.length) * CELL, HEIGHT],
    html`${[...cells].map(([kind, squares]) => path(`unusual-${kind}`, squares))}`,
    'heat-strip',
    'squeezed',
  );
};
