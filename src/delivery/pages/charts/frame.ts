import { html, type Html, type HtmlValue } from '../../../platform/common/html';
import { folded, table } from '../elements';
import { px } from './scales';

export interface ChartWords {
  readonly title: string;
  readonly description: string;
}

/** A drawing in user units of a `width` × `height` box. `linked`: it contains links; `natural`: it is never scaled. */
export const drawing = (
  { title, description }: ChartWords,
  [width, height]: readonly [number, number],
  body: Html,
  {
    kind = '',
    linked = false,
    natural = false,
  }: { readonly kind?: string; readonly linked?: boolean; readonly natural?: boolean } = {},
): Html =>
  html`<svg
    class="chart ${kind}"
    viewBox="0 0 ${width} ${height}"
    ${natural && html`width="${width}" height="${height}"`}
    role="${linked ? 'group' : 'img'}"
    aria-label="${`${title}. ${description}`}"
  >
    ${body}
  </svg>`;

/** The cell's text has the same content for screen readers. @param narrowed `squeezed` shrinks in width only */
export const cellDrawing = (
  [width, height]: readonly [number, number],
  body: Html,
  kind: string,
  narrowed: 'scaled' | 'squeezed' = 'scaled',
): Html =>
  html`<svg
    class="chart ${kind}"
    viewBox="0 0 ${width} ${height}"
    ${narrowed === 'squeezed' && html`preserveAspectRatio="none"`}
    width="${width}"
    height="${height}"
    aria-hidden="true"
    focusable="false"
  >
    ${body}
  </svg>`;

/** Text that begins, is centred or ends at a point. */
export const textAt = (
  x: number,
  y: number,
  words: HtmlValue,
  anchor: 'start' | 'middle' | 'end' = 'start',
  kind = '',
): Html =>
  html`<text
    ${kind !== '' && html`class="${kind}"`}
    x="${px(x)}"
    y="${px(y)}"
    ${anchor !== 'start' && html`text-anchor="${anchor}"`}
    >${words}</text
  >`;

export const path = (kind: string, d: string): Html => html`<path class="${kind}" d="${d}" />`;

export const dot = (kind: string, x: number, y: number, radius: number): Html =>
  html`<circle class="${kind}" cx="${px(x)}" cy="${px(y)}" r="${radius}" />`;

export const diamond = (kind: string, x: number, y: number, size: number): Html =>
  path(kind, `M${px(x)} ${px(y - size)}l${size} ${size}l-${size} ${size}l-${size} -${size}z`);

export const chartFigure = <Row>(
  chart: Html,
  caption: HtmlValue,
  rows: readonly Row[],
  columns: readonly (readonly [head: string, cell: (row: Row) => HtmlValue])[],
): Html =>
  html`<figure>
    ${chart}
    <figcaption>${caption}</figcaption>
    ${folded(
      'The same as a table',
      table(
        'Figures of the chart',
        rows,
        columns.map(([head, cell], index) => [index === 0 ? head : { figure: head }, cell] as const),
      ),
    )}
  </figure>`;
