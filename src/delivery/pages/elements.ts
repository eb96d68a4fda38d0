import { html, type Html, type HtmlValue } from '../../platform/common/html';

export const section = (id: string, title: HtmlValue, body: HtmlValue): Html =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;

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

export const segments = (
  label: string,
  links: readonly { readonly href: string; readonly words: HtmlValue; readonly chosen: boolean }[],
  id?: string,
): Html =>
  html`<nav class="segments" ${id !== undefined && html`id="${id}"`} aria-label="${label}">
    <ul>
      ${links.map(({ href, words, chosen }) => html`<li><a href="${href}" ${chosen && html`aria-current="true"`}>${words}</a></li>`)}
    </ul>
  </nav>`;

export const nextLink = (href: string, words: string): Html => html`<p><a rel="next" href="${href}">${words}</a></p>`;

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

export const enumerated = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
