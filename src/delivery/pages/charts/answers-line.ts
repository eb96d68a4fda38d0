import { html, type Html } from '../../../platform/common/html';
import { percentText } from '../figures';
import { drawing, type ChartWords } from './frame';
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
    html`<path
        class="grid"
        d="M${SIDE} ${AXIS}H${WIDTH - SIDE}${QUARTERS.map((at) => `M${px(x(at))} ${AXIS - 6}v12`)}"
      />
      ${[0, 0.5, 1].map((at) => html`<text x="${px(x(at))}" y="15" text-anchor="${at === 0 ? 'start' : at === 1 ? 'end' : 'middle'}">${at * 100} %</text>`)}
      ${named.map(({ mark, row }) => html`<path class="stem" d="M${px(x(mark.at))} ${AXIS}V${AXIS + 8 + ROW * row}" />`)}
      ${marks.map((mark) => shapeOf(mark, x(mark.at)))}
      ${named.map(({ mark, label, left, row }) => html`<text class="${mark.kind.endsWith('answer') ? 'model' : 'market'}" x="${px(left)}" y="${AXIS + 20 + ROW * row}">${label}</text>`)}`,
    { kind: 'narrow answers-line' },
  );
};

interface Placed {
  readonly mark: LineMark;
  readonly label: string;
  readonly left: number;
  readonly row: number;
}

/** Puts each label in the first row without overlap, as near to its mark as the margins allow. */
const placed = (marks: readonly LineMark[], x: (at: number) => number): Placed[] => {
  const ends: number[] = [];
  return [...marks]
    .sort((a, b) => a.at - b.at)
    .map((mark) => {
      const label = `${mark.name} ${percentText(mark.at)}`;
      const width = label.length * LETTER;
      const left = Math.max(2, Math.min(WIDTH - 2 - width, x(mark.at) - width / 2));
      const free = ends.findIndex((end) => end + APART < left);
      const row = free === -1 ? ends.length : free;
      ends[row] = left + width;
      return { mark, label, left, row };
    });
};

const shapeOf = ({ kind }: LineMark, x: number): Html => {
  if (kind.endsWith('price'))
    return html`<circle class="market${kind !== 'price' && ' hollow'}" cx="${px(x)}" cy="${AXIS}" r="5" />`;
  const size = kind === 'answer' ? 7 : 5;
  return html`<path
    class="model${kind !== 'answer' && ' hollow'}"
    d="M${px(x)} ${AXIS - size}l${size} ${size}l-${size} ${size}l-${size} -${size}z"
  />`;
};
