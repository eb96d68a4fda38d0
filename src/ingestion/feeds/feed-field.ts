/** One field of a feed: its buffer while open, and its result. */
import { repairDoubleEncoding } from './charset';

/** One field of a channel or item, uninterpreted. */
export interface RawField {
  readonly attributes: Readonly<Record<string, string>>;
  /** Decoded text; markup when `hasMarkup`. */
  readonly text: string;
  /** The field had child elements: `text` is XHTML source, its text escaped. */
  readonly hasMarkup: boolean;
  /** xml:lang and xml:base in scope, or null. */
  readonly lang: string | null;
  readonly base: string | null;
}

/** Longer fields are truncated. */
export const FIELD_CHARS_MAX = 262_144;

export class FieldBuffer {
  private readonly pieces: { readonly markup: boolean; text: string }[] = [];
  private length = 0;
  hasMarkup = false;

  constructor(
    readonly key: string,
    readonly depth: number,
    readonly attributes: Readonly<Record<string, string>>,
    private readonly scope: { readonly lang: string | null; readonly base: string | null },
  ) {}

  add(text: string, markup: boolean): void {
    if (this.length > FIELD_CHARS_MAX) return;
    this.length += text.length;
    this.hasMarkup ||= markup;
    // Text arrives in arbitrary pieces, and a character reference may span two of them.
    const last = this.pieces.at(-1);
    if (last?.markup === markup) last.text += text;
    else this.pieces.push({ markup, text });
  }

  finish(decode: (text: string) => string): RawField {
    const { lang, base } = this.scope;
    const text = this.pieces
      .map((piece) =>
        this.hasMarkup && !piece.markup
          ? escapeText(decode(piece.text))
          : piece.markup
            ? piece.text
            : decode(piece.text),
      )
      .join('');
    return {
      attributes: this.attributes,
      text: repairDoubleEncoding(text),
      hasMarkup: this.hasMarkup,
      lang,
      base,
    };
  }
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
