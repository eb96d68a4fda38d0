/**
 * What every chart has: a title and a sentence for those who hear it, and the same figures as a table
 * that can be opened beneath it. Pure.
 */
import { html, type Html, type HtmlValue } from '../../../platform/common/html';

export interface ChartWords {
  readonly title: string;
  /** What a reader should see in it, in a sentence. */
  readonly description: string;
}

/** The drawing: `body` in user units of a box of `width` × `height`; `linked` where it holds links, `natural` where it is never scaled. */
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

/**
 * A drawing of one table cell: its words are the cell's, so it is hidden from those who hear the page.
 *
 * @param narrowed `squeezed` where less room makes it narrower and leaves its height
 */
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

interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly HtmlValue[])[];
}

/** A chart with its caption and its figures as a table. */
export const chartFigure = (chart: Html, caption: HtmlValue, table: ChartTable): Html =>
  html`<figure>
    ${chart}
    <figcaption>${caption}</figcaption>
    <details>
      <summary>The same as a table</summary>
      <div class="scroll" role="region" aria-label="Figures of the chart" tabindex="0">
        <table>
          <thead>
            <tr>
              ${table.columns.map((name) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${table.rows.map(
              (row) =>
                html`<tr>
                  ${row.map((cell) => html`<td>${cell}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </figure>`;
