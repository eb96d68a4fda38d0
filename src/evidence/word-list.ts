/**
 * Word lists by class, compiled so that one pass over a text finds all classes.
 *
 * A form is one word or several: `word` is exact, `stem*` a prefix, and up to two other words may be between the parts
 * of a form. Chinese forms match anywhere, since Chinese has no word separators. Comparison is by folded text
 * (src/resolver/folding/fold-text.ts). Arabic and Hebrew words are also tried without attached one-letter words and
 * articles.
 */
import { addTo } from '../platform/common/group-by';
import { foldText } from '../resolver/folding/fold-text';
import type { NameSeed } from './evidence-seed';

/** A match; position in words of the text (in characters for Chinese). */
export interface WordHit {
  readonly name: string;
  readonly form: string;
  readonly at: number;
}

interface Form {
  readonly name: string;
  readonly form: string;
  /** The parts after the first word. */
  readonly rest: readonly Part[];
}

interface Part {
  readonly word: string;
  readonly isStem: boolean;
}

const GAP_WORDS_MAX = 2;
const WORDS_KEPT = 20_000;
const HAN = /[\u4e00-\u9fff]/;
const NO_WORD = /[^\p{L}\p{N}]+/u;
const ARABIC_PREFIX = /^[وف]?(?:[بلک]?ال|لل|[بلکس])?/;
const HEBREW_PREFIX = /^[ומשהכלב]{1,3}/;
/** Minimum length of a word without its prefix. */
const REST_MIN = 3;

export const wordsOf = (folded: string): string[] => folded.split(NO_WORD).filter(Boolean);

/** The words of a text, or its characters in Chinese. */
export const unitsOf = (text: string, isHan: boolean): readonly string[] =>
  isHan ? foldText(text).split('') : wordsOf(foldText(text));

export class WordList {
  private readonly exact = new Map<string, Form[]>();
  private readonly stems = new Map<string, Form[]>();
  private readonly han = new Map<string, Form[]>();
  private longestStem = 0;
  /** Cache of forms by first word: words in news repeat. */
  private readonly begun = new Map<string, readonly Form[]>();

  /** @param isGone whether a match does not count any more */
  constructor(
    classes: Iterable<readonly [string, readonly string[]]>,
    private readonly isGone: (hit: WordHit) => boolean = () => false,
  ) {
    for (const [name, forms] of classes) for (const form of forms) this.add(name, form);
  }

  /** All matches in text order; a class may occur several times. */
  find(text: FoldedText): WordHit[] {
    const hits: WordHit[] = [];
    text.words.forEach((variants, at) => {
      for (const word of variants) for (const form of this.begunBy(word)) this.match(form, text, at, hits);
    });
    if (text.han !== null) this.findHan(text.han, hits);
    return hits.filter((hit) => !this.isGone(hit));
  }

  private begunBy(word: string): readonly Form[] {
    const known = this.begun.get(word);
    if (known !== undefined) return known;
    const forms = [...(this.exact.get(word) ?? [])];
    const longest = Math.min(word.length, this.longestStem);
    for (let length = 2; length <= longest; length++) forms.push(...(this.stems.get(word.slice(0, length)) ?? []));
    if (this.begun.size >= WORDS_KEPT) this.begun.clear();
    this.begun.set(word, forms);
    return forms;
  }

  private findHan(text: string, hits: WordHit[]): void {
    for (let at = 0; at < text.length; at++)
      for (const { name, form, rest } of this.han.get(text.charAt(at)) ?? [])
        if (text.startsWith(rest[0]?.word ?? '', at)) hits.push({ name, form, at });
  }

  private match({ name, form, rest }: Form, text: FoldedText, start: number, hits: WordHit[]): void {
    let at = start;
    for (const part of rest) {
      const found = nextMatch(part, text.words, at);
      if (found === -1) return;
      at = found;
    }
    hits.push({ name, form, at: start });
  }

  private add(name: string, form: string): void {
    if (HAN.test(form)) {
      const word = foldText(form);
      addTo(this.han, word.charAt(0), { name, form, rest: [{ word, isStem: true }] });
      return;
    }
    const [first, ...rest] = partsOf(form);
    if (first === undefined) return;
    addTo(first.isStem ? this.stems : this.exact, first.word, { name, form, rest });
    if (first.isStem) this.longestStem = Math.max(this.longestStem, first.word.length);
  }
}

/** A text ready for searching: each word with its variants, and the whole text if it has Chinese. */
export interface FoldedText {
  readonly words: readonly (readonly string[])[];
  readonly han: string | null;
}

/** @param lang ISO 639-1: Persian uses Arabic letters, but attaches no words */
export const foldedText = (text: string, lang: string | null): FoldedText => {
  const folded = foldText(text);
  return {
    words: wordsOf(folded).map((word) => (lang === 'fa' ? [word] : variantsOf(word))),
    han: HAN.test(folded) ? folded : null,
  };
};

const variantsOf = (word: string): readonly string[] => {
  const prefix = /^[\u0600-\u06ff]/.test(word) ? ARABIC_PREFIX : /^[\u0590-\u05ff]/.test(word) ? HEBREW_PREFIX : null;
  const most = (prefix === null ? null : prefix.exec(word)?.[0].length) ?? 0;
  const variants = [word];
  for (let cut = 1; cut <= most; cut++) if (word.length - cut >= REST_MIN) variants.push(word.slice(cut));
  return variants;
};

const nextMatch = ({ word, isStem }: Part, words: FoldedText['words'], after: number): number => {
  const last = Math.min(after + 1 + GAP_WORDS_MAX, words.length - 1);
  for (let at = after + 1; at <= last; at++)
    if (words[at]?.some((one) => (isStem ? one.startsWith(word) : one === word)) === true) return at;
  return -1;
};

/** `seiz* tanker*` → its words; a star inside ends the stem there. */
const partsOf = (form: string): Part[] =>
  form.split(' ').flatMap((part) => {
    const isStem = part.endsWith('*');
    const words = wordsOf(foldText(isStem ? part.slice(0, -1) : part));
    return words.map((word, at) => ({ word, isStem: isStem && at === words.length - 1 }));
  });

/** Classes of names in the forms of a language: `prefix` and the row of the name. */
export const namesFor = (names: readonly NameSeed[], prefix: string, lang: string): [string, string[]][] =>
  names.map(({ forms }, row) => [
    prefix + String(row),
    forms.flatMap((form) => {
      const own = /^([a-z]{2}):(.+)$/.exec(form);
      return own === null ? [form] : own[1] === lang ? [own[2] ?? ''] : [];
    }),
  ]);
