import { html, type Html, type HtmlValue } from '../../../platform/common/html';

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

export const chartFigure = <Row>(
  chart: Html,
  caption: HtmlValue,
  rows: readonly Row[],
  columns: readonly (readonly [head: string, cell: (row: Row) => HtmlValue])[],
): Html =>
  html`<figure>
    ${chart}
    <figcaption>${caption}</figcaption>
    <details>
      <summary>The same as a table</summary>
      <div class="scroll" role="region" aria-label="Figures of the chart" tabindex="0">
        <table>
          <thead>
            <tr>
              ${columns.map(([head]) => html`<th scope="col">${head}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${columns.map(([, cell]) => html`<td>${cell(row)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </figure>`;
