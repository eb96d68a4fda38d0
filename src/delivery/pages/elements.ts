import { Html, html, type HtmlValue } from '../../platform/common/html';

export const section = (id: string, title: HtmlValue, body: HtmlValue): Html =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;

/** Content behind a line that opens it. */
export const folded = (line: HtmlValue, content: HtmlValue): Html =>
  html`<details>
    <summary>${line}</summary>
    ${content}
  </details>`;

/** Content that scrolls sideways where it is wider than the screen. */
export const scrolled = (name: string, content: HtmlValue, kind = 'scroll'): Html =>
  html`<div class="${kind}" role="region" aria-label="${name}" tabindex="0">${content}</div>`;

export const notice = (words: HtmlValue): Html => html`<p class="notice">${words}</p>`;

/** What belongs to the model, in its colour. */
export const modelWord = (words: HtmlValue): Html => html`<span class="model-word">${words}</span>`;

export const swatch = (kind: string, words: HtmlValue): Html =>
  html`<span><span class="swatch ${kind}"></span>${words}</span>`;

/** The signs of a drawing; text is put into an element of its own. */
export const key = (...signs: readonly HtmlValue[]): Html =>
  html`<p class="key">
    ${signs.flat().map((sign) => (typeof sign === 'string' ? html`<span>${sign}</span>` : sign))}
  </p>`;

/** A definition list; rows without a value are omitted. */
export const facts = (rows: readonly (readonly [name: HtmlValue, value: HtmlValue])[]): Html =>
  html`<dl class="facts">
    ${rows
      .filter(([, value]) => value !== null && value !== false)
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
  </dl>`;

export const sums = (rows: readonly (readonly [name: string, figure: HtmlValue])[]): Html =>
  html`<dl class="sums">
    ${rows.map(
      ([name, figure]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${figure}</dd>
        </div>`,
    )}
  </dl>`;

export const joined = <T>(all: readonly T[], between: string, partOf: (one: T) => HtmlValue): HtmlValue =>
  all.map((one, index) => [index > 0 && between, partOf(one)]);

export const enumerated = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

export const empty = (why: HtmlValue): Html => html`<p class="empty">${why}</p>`;

export const table = <Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly (readonly [head: Column, cell: (row: Row, index: number) => HtmlValue])[],
): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table class="${columns.some(([head]) => isTitle(head)) ? 'cards' : ''}">
      <caption class="unseen">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(([head]) => headOf(head))}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, index) =>
            html`<tr>
              ${columns.map(([head, cell]) => html`<td class="${classOf(head)}" data-name="${isTitle(head) ? '' : nameOf(head)}">${cell(row, index)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

export interface ColumnSort {
  readonly href: string;
  readonly now: 'ascending' | 'descending' | null;
}

type Column =
  | string
  | { readonly title: string }
  | { readonly figure: string; readonly wide?: true; readonly sort?: ColumnSort }
  | { readonly words: string; readonly wide: true; readonly sort?: ColumnSort };

const headOf = (column: Column): Html => {
  const sort = typeof column === 'object' && 'sort' in column ? column.sort : undefined;
  if (sort === undefined) return html`<th scope="col" class="${classOf(column)}">${nameOf(column)}</th>`;
  return html`<th scope="col" class="${classOf(column)}" ${sort.now !== null && html`aria-sort="${sort.now}"`}>
    <a href="${sort.href}">${nameOf(column)}</a>
  </th>`;
};

const nameOf = (column: Column): string => {
  if (typeof column === 'string') return column;
  if ('title' in column) return column.title;
  return 'figure' in column ? column.figure : column.words;
};
const isTitle = (column: Column): boolean => typeof column === 'object' && 'title' in column;
const classOf = (column: Column): string => {
  if (typeof column !== 'object') return 'words';
  if ('title' in column) return 'title';
  return `${'figure' in column ? 'figure' : 'words'}${column.wide === true ? ' wide' : ''}`;
};

export const select = (
  name: string,
  values: readonly (readonly [value: string, words: string])[],
  chosen: string | undefined,
  any = true,
): Html =>
  html`<select name="${name}">
    ${any && html`<option value="">Any</option>`}
    ${values.map(([value, words]) => html`<option value="${value}" ${value === chosen && html`selected`}>${words}</option>`)}
  </select>`;
