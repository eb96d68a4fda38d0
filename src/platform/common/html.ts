/**
 * HTML by template literal, with escaping by default:
 *
 *     html`<li class="${kind}">${title}</li>`
 *
 * Text and numbers are escaped for element content and *quoted* attributes; values of type Html are inserted unchanged;
 * lists are joined; null, undefined and false are omitted. Unquoted attributes, scripts and styles are not safe: pages
 * have none.
 */

export class Html {
  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(parts.reduce((markup, part, index) => markup + render(values[index - 1]) + part));

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => ESCAPES[character] ?? '').replace(UNPRINTABLE, '\uFFFD');

/** Marks our own markup, such as a chart, as safe. Never for third-party text. */
export const trusted = (markup: string): Html => new Html(markup);

/** Unchanged if it is http(s) or a path of this site, else `#`: `javascript:` addresses of a feed have no effect. */
export const safeHref = (address: string | null): string =>
  address !== null && /^(https?:\/\/|\/(?![/\\])|#|\?)/i.test(address) ? address : '#';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Control characters forbidden in HTML and XML; tab and line breaks are allowed. */
const UNPRINTABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g;

const render = (value: HtmlValue): string => {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(render).join('');
  return escapeHtml(String(value));
};
