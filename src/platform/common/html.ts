/**
 * HTML by template literal, escaped unless proven to be markup:
 *
 *   html`<li class="${kind}">${title}</li>`
 *
 * Text and numbers are escaped for element content and for *quoted* attributes; values of this module
 * pass through; lists are joined; null, undefined and false leave nothing. There is no way to write an
 * unquoted attribute, a script or a style safely: pages have none.
 */

/** Markup that is safe to send. Made by {@link html} and {@link trusted} only. */
export class Html {
  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

/** What may stand in a template. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(parts.reduce((markup, part, index) => markup + render(values[index - 1]) + part));

/** Text as it may stand in element content, in XML, and between the quotes of an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => ESCAPES[character] ?? '').replace(UNPRINTABLE, '\uFFFD');

/** Markup written by Vedette itself, such as a chart. Never for text from outside. */
export const trusted = (markup: string): Html => new Html(markup);

/**
 * An address for `href`: as it is when it is http(s) or a path of this site, else `#`, so that a
 * `javascript:` or `data:` address from a feed goes nowhere.
 */
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

/** Control characters that HTML and XML forbid; tab and line breaks are allowed. */
const UNPRINTABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g;

const render = (value: HtmlValue): string => {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(render).join('');
  return escapeHtml(String(value));
};
