import { html, type Html } from '../../../platform/common/html';
import { percentText } from '../figures';
import { diamond, dot, drawing, textAt, path, type ChartWords } from './frame';
import { px, shareScale, QUARTERS } from './scales';

export interface LineMark {
  /** Share of one. */
  readonly at: number;
  readonly name: string;
  /** `price` in ink, `answer` in the model’s colour; the others are hollow. */
  readonly kind: 'price' | 'later price' | 'answer' | 'other answer';
}

const WIDTH = 460;
const SIDE = 14;
const AXIS = 30;
const ROW = 21;
/** Approximate letter width at the narrowest size. */
const LETTER = 8.7;
const APART = 10;
export const answersLine = (marks: readonly LineMark[], words: ChartWords): Html => {
  const x = shareScale(SIDE, WIDTH - SIDE);
  const named = placed(marks, x);
  const height = AXIS + 14 + ROW * Math.max(...named.map(({ row }) => row + 1));
  return drawing(
    words,
    [WIDTH, height],
    html`${path('grid', `M${SIDE} ${AXIS}H${WIDTH - SIDE}${QUARTERS.map((at) => `M${px(x(at))} ${AXIS - 6}v12`).join('')}`)}
    ${[0, 0.5, 1].map((at) => textAt(x(at), 15, `${at * 100} %`, at === 0 ? 'start' : at === 1 ? 'end' : 'middle'))}
    ${named.map(({ mark, row }) => path('stem', `M${px(x(mark.at))} ${AXIS}V${AXIS + 8 + ROW * row}`))}
    ${marks.map((mark) => shapeOf(mark, x(mark.at)))}
    ${named.map(({ mark, words, left, row }) => textAt(left, AXIS + 20 + ROW * row, words, 'start', mark.kind.endsWith('answer') ? 'model' : 'market'))}`,
    { kind: 'narrow answers-line' },
  );
};

interface Placed {
  readonly mark: LineMark;
  readonly words: string;
  readonly left: number;
  readonly row: number;
}

/** Puts each label in the first row without overlap, as near to its mark as the margins allow. */
const placed = (marks: readonly LineMark[], x: (at: number) => number): Placed[] => {
  const ends: number[] = [];
  return [...marks]
    .sort((a, b) => a.at - b.at)
    .map((mark) => {
      const text = `${mark.name} ${percentText(mark.at)}`;
      const width = text.length * LETTER;
      const left = Math.max(2, Math.min(WIDTH - 2 - width, x(mark.at) - width / 2));
      const free = ends.findIndex((end) => end + APART < left);
      const row = free === -1 ? ends.length : free;
      ends[row] = left + width;
      return { mark, words: text, left, row };
    });
};

const shapeOf = ({ kind }: LineMark, x: number): Html => {
  if (kind.endsWith('price')) return dot(kind === 'price' ? 'market' : 'market hollow', x, AXIS, 5);
  return kind === 'answer' ? diamond('model', x, AXIS, 7) : diamond('model hollow', x, AXIS, 5);
};
