import { html, type Html } from '../../../platform/common/html';
import { drawing, path, textAt, type ChartWords } from './frame';
import { px, timeScale } from './scales';

export interface ProofMark {
  /** UTC ms. */
  readonly at: number;
  readonly shape: '●' | '■' | '◆' | '▲' | '✚' | '|';
  readonly name: string;
  readonly when: string;
}

const WIDTH = 880;
const LEFT = 10;
const LINE_Y = 78;
/** px per letter, and px between labels in a row. */
const LETTER = 6.6;
const ROWS = [16, 46, 110, 140] as const;

/** @param marks oldest first, starting with the forecast @param outcome UTC ms, drawn bold up to it; null while open */
export const proofLine = (marks: readonly ProofMark[], outcome: number | null, words: ChartWords): Html => {
  const first = marks[0]?.at ?? 0;
  const last = marks.at(-1)?.at ?? first + 1;
  const x = timeScale([first, Math.max(last, first + 1)], [LEFT + 6, WIDTH - LEFT - 6]);
  const labels = placed(marks, x);
  const lowest = Math.max(LINE_Y, ...labels.map(({ y }) => y + 6));
  return drawing(
    words,
    [WIDTH, lowest + 14],
    html`${path('grid', `M${LEFT} ${LINE_Y}H${WIDTH - LEFT}`)}
    ${outcome !== null && path('claim', `M${px(x(first))} ${LINE_Y}H${px(x(outcome))}`)}
    ${labels.map(({ mark: { shape, name, when }, here, left, y }) => [
      path('stem', `M${px(here)} ${LINE_Y}V${y < LINE_Y ? y + 16 : y - 10}`),
      textAt(here, LINE_Y + 5, shape, 'middle', 'mark'),
      textAt(left, y, html`<tspan>${name}</tspan>`),
      textAt(left, y + 13, when),
    ])}`,
    { kind: 'proof-line' },
  );
};

interface Label {
  readonly mark: ProofMark;
  readonly here: number;
  readonly left: number;
  readonly y: number;
}

const placed = (marks: readonly ProofMark[], x: (at: number) => number): Label[] => {
  const ends: number[] = ROWS.map(() => -1);
  return marks.map((mark) => {
    const here = x(mark.at);
    const long = Math.max(mark.name.length, mark.when.length) * LETTER;
    const left = Math.min(here, WIDTH - LEFT - long);
    const free = ends.findIndex((end) => end <= left);
    const row = free === -1 ? ROWS.length - 1 : free;
    ends[row] = left + long + 14;
    return { mark, here, left, y: ROWS[row] ?? ROWS[0] };
  });
};
