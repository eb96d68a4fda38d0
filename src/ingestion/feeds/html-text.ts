/**
 * Converts HTML to one line of plain text in one linear pass without a tree: drops scripts, styles and frames,
 * separates blocks by blanks, decodes references once. Nesting, unclosed tags or quotes cannot slow it down.
 */
import { decodeReferences, isNamedEntity } from './feed-entities';

/** Elements whose content is never page text. */
const HIDDEN = new Set(['script', 'style', 'iframe', 'noscript', 'template', 'textarea']);

/** Inline elements; every other tag separates words. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Known names: `<name …>` is a tag only for these. */
const HTML_ELEMENTS = new Set([
  ...INLINE,
  ...HIDDEN,
  ...'address article aside audio blockquote body br button canvas caption center col dd details div dl dt embed fieldset figcaption figure footer form frame h1 h2 h3 h4 h5 h6 head header hr html img input label legend li link main map meta nav ol option p param picture pre section select source summary svg table tbody td tfoot th thead title tr track ul video'.split(
    ' ',
  ),
]);

/** Control and bidi-override characters, zero-width spaces, byte-order marks. */

const UNWANTED =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

export const htmlToText = (html: string): string => {
  const scanner = new MarkupScanner(html);
  let text = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    text += html.slice(at, open);
    const markup = scanner.markupAt(open);
    if (markup === null) {
      text += '<';
      at = open + 1;
      continue;
    }
    if (markup.name !== null && !INLINE.has(markup.name)) text += ' ';
    at = markup.hides ? scanner.endOfHidden(markup) : markup.end;
  }
  text += html.slice(at);
  return feedLine(decodeReferences(text));
};

/**
 * Collapses white space; drops control characters and lone surrogates; trims. Unlike the line of `plain-text.ts` it
 * drops zero-width spaces, and two controls separate words, since wrongly encoded feeds have them for line ends.
 */
export const feedLine = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\u0085\u009f]/g, ' ')
    .replace(UNWANTED, '')
    .replace(/\s+/gu, ' ')
    .trim();

/**
 * Whether an untyped text is HTML: it has an HTML reference, or all of its tags are HTML elements. "a <b and c> d" is
 * text with angle brackets; "&amp;lt;blink>" is text about tags.
 */
export const looksLikeHtml = (text: string): boolean => {
  for (const [, name] of text.matchAll(/&([a-zA-Z][a-zA-Z0-9]{1,31});/g)) {
    if (name !== undefined && isNamedEntity(name)) return true;
  }
  if (/&#(?:\d{1,7}|[xX][0-9a-fA-F]{1,6});/.test(text)) return true;
  const tags = [...text.matchAll(/<\/?([a-zA-Z][a-zA-Z0-9]*)(?=[\s/>])/g)];
  return (
    tags.length > 0 && text.includes('>') && tags.every(([, name]) => HTML_ELEMENTS.has((name ?? '').toLowerCase()))
  );
};

/** The first `max` code units of `text`, cut between words, with an ellipsis when truncated. */
export const shorten = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  const blank = head.lastIndexOf(' ');
  const cut = blank > max / 2 ? head.slice(0, blank) : head.replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
};

interface Markup {
  /** Lower-case element name; null for comments and declarations. */
  readonly name: string | null;
  readonly end: number;
  /** An opening tag whose content is not text. */
  readonly hides: boolean;
}

/** Finds the ends of tags and comments in linear time: marks found missing are not searched again. */
class MarkupScanner {
  private readonly missing = new Set<string>();

  constructor(private readonly html: string) {}

  /** The tag, comment or declaration at `open`; null when the angle bracket is text. */
  markupAt(open: number): Markup | null {
    const { html } = this;
    if (html.startsWith('<!--', open)) return { name: null, end: this.after('-->', open + 4), hides: false };
    if (html.startsWith('<![CDATA[', open)) return { name: null, end: open + 9, hides: false };
    const head = /<(\/?)([a-zA-Z][^\s/>]{0,63})|<[!?][a-zA-Z]/y;
    head.lastIndex = open;
    const match = head.exec(html);
    if (match === null || (match[2] === undefined && this.find('>', open) === -1)) return null;
    const name = match[2]?.toLowerCase().replace(/^.*:/, '') ?? null;
    const end = this.tagEnd(head.lastIndex);
    const selfClosed = html[end - 2] === '/';
    return { name, end, hides: match[1] === '' && name !== null && HIDDEN.has(name) && !selfClosed };
  }

  /** Start of the closing tag. Without one, only scripts and styles hide the rest. */
  endOfHidden({ name, end }: Markup): number {
    const key = `</${name ?? ''}`;
    if (!this.missing.has(key)) {
      const close = new RegExp(`${key}[\\s/>]`, 'gi');
      close.lastIndex = end;
      const found = close.exec(this.html);
      if (found !== null) return found.index;
      this.missing.add(key);
    }
    return name === 'script' || name === 'style' ? this.html.length : end;
  }

  /** Index after the `>` of a tag, or the end; a quote counts only where a value may begin. */
  private tagEnd(from: number): number {
    const { html } = this;
    let valueMayBegin = false;
    for (let at = from; at < html.length; at += 1) {
      const character = html.charAt(at);
      if (character === '>') return at + 1;
      if (valueMayBegin && (character === '"' || character === "'")) {
        const close = this.find(character, at + 1);
        if (close === -1) return this.after('>', at);
        at = close;
        valueMayBegin = false;
      } else if (character === '=') valueMayBegin = true;
      else if (!/\s/.test(character)) valueMayBegin = false;
    }
    return html.length;
  }

  private after(mark: string, from: number): number {
    const found = this.find(mark, from);
    return found === -1 ? this.html.length : found + mark.length;
  }

  /** `indexOf` that caches missing marks; callers only move forward. */
  private find(mark: string, from: number): number {
    if (this.missing.has(mark)) return -1;
    const found = this.html.indexOf(mark, from);
    if (found === -1) this.missing.add(mark);
    return found;
  }
}
