/**
 * What stands around an alias in a text: its neighbours word by word, read only as far as a rule asks,
 * and the run of Chinese on either side, where words have no blanks between them. Nothing here looks
 * beyond a blank line or further than {@link WORDS_MAX} words.
 */
import { FOLD, HAN, IGNORED, KIND, LETTER, MARK, SEPARATOR, UPPER } from './fold-table';
import { foldText } from './fold-text';

/** How far a rule looks, in words to each side. */
export const WORDS_MAX = 14;
/** How far it looks in Chinese, and at most anywhere, in UTF-16 units to each side. */
const HAN_UNITS_MAX = 24;
const UNITS_MAX = 240;

/** A word as it is written, folded, with the pattern sets that it matches. Kept for the next time. */
export interface KnownWord {
  readonly folded: string;
  readonly capital: boolean;
  readonly upper: boolean;
  /** Number of a set → whether the word matches it; filled as it is asked. */
  readonly matches: Map<number, boolean>;
}

/** A word near an alias. `gap` parts it from the alias's side: 0 space or hyphen, 1 comma, 2 other. */
export interface NearWord {
  readonly word: KnownWord;
  readonly gap: number;
}

/** What stands around one place of a text: nearest word first on both sides. */
export interface Surroundings {
  readonly before: WordRun;
  readonly after: WordRun;
  readonly han: string;
  readonly hanBefore: string;
  readonly hanAfter: string;
}

/** Reads what stands around `text[start, end)`. */
export const surroundings = (text: string, start: number, end: number): Surroundings => {
  const hanBefore = hanUnits(text, Math.max(0, start - HAN_UNITS_MAX), start, 'before');
  const hanAfter = hanUnits(text, end, Math.min(text.length, end + HAN_UNITS_MAX), 'after');
  return {
    before: new WordRun(text, start, -1),
    after: new WordRun(text, end, 1),
    hanBefore,
    hanAfter,
    han: hanBefore === '' && hanAfter === '' ? '' : `${hanBefore}\n${hanAfter}`,
  };
};

const kindAt = (text: string, at: number): number => KIND[text.charCodeAt(at)] ?? 0;

/** Folded units without blanks, up to a blank line; nothing where no Chinese is among them. */
const hanUnits = (text: string, from: number, to: number, side: 'before' | 'after'): string => {
  let hasHan = false;
  for (let at = from; at < to && !hasHan; at++) hasHan = (kindAt(text, at) & HAN) !== 0;
  if (!hasHan) return '';
  const parts = text.slice(from, to).split('\n\n');
  const part = (side === 'before' ? parts[parts.length - 1] : parts[0]) ?? '';
  let folded = '';
  for (let at = 0; at < part.length; at++) {
    const unit = FOLD[part.charCodeAt(at)] ?? IGNORED;
    if (unit !== IGNORED && unit !== SEPARATOR) folded += String.fromCharCode(unit);
  }
  return folded;
};

/** 0 space or hyphen, 1 comma, 2 anything else; 3 a blank line, which nothing crosses. */
const gapOf = (text: string, from: number, to: number): number => {
  let gap = 0;
  let newlines = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a && ++newlines === 2) return 3;
    if (unit === 0x2029) return 3;
    const folded = FOLD[unit] ?? IGNORED;
    if (folded === IGNORED || folded === SEPARATOR || folded === 0x27) {
      // An en or em dash, or a hyphen between blanks, parts clauses; an apostrophe does not.
      if (unit >= 0x2012 && unit <= 0x2015) gap = Math.max(gap, 2);
      continue;
    }
    gap = Math.max(
      gap,
      unit === 0x2c || unit === 0x060c || unit === 0x3001 || unit === 0xff0c ? 1 : 2,
    );
  }
  return gap;
};

/** The words on one side of an alias, nearest first, read as far as they are asked for. */
export class WordRun {
  private readonly words: NearWord[] = [];
  /** Where reading goes on, and the edge of the last word read. */
  private at: number;
  private edge: number;
  private readonly limit: number;
  private ended = false;

  constructor(
    private readonly text: string,
    private readonly origin: number,
    private readonly step: 1 | -1,
  ) {
    this.at = this.edge = origin;
    this.limit =
      step === 1 ? Math.min(text.length, origin + UNITS_MAX) : Math.max(0, origin - UNITS_MAX);
  }

  get(index: number): NearWord | undefined {
    while (this.words.length <= index && !this.ended) this.read();
    return this.words[index];
  }

  all(): readonly NearWord[] {
    while (!this.ended) this.read();
    return this.words;
  }

  private read(): void {
    if (this.words.length >= WORDS_MAX) {
      this.ended = true;
      return;
    }
    const { text, step, limit } = this;
    // The unit in front of the reader, in its direction.
    const ahead = step === 1 ? 0 : -1;
    while (this.at !== limit && (kindAt(text, this.at + ahead) & LETTER) === 0) this.at += step;
    if (this.at === limit) {
      this.ended = true;
      return;
    }
    const from = this.at;
    while (this.at !== limit && (kindAt(text, this.at + ahead) & (LETTER | MARK)) !== 0)
      this.at += step;
    const gap = step === 1 ? gapOf(text, this.edge, from) : gapOf(text, from, this.edge);
    if (gap === 3) {
      this.ended = true;
      return;
    }
    this.edge = this.at;
    // The letters after an apostrophe at the alias's end are no word: "Iran's", "İran'dan".
    const suffix =
      step === 1 &&
      this.words.length === 0 &&
      from === this.origin + 1 &&
      FOLD[text.charCodeAt(this.origin)] === 0x27;
    if (!suffix)
      this.words.push({
        word: knownWord(step === 1 ? text.slice(from, this.at) : text.slice(this.at, from)),
        gap,
      });
  }
}

/** Words seen before, by their spelling: texts repeat them. Emptied when full; what it says is fixed. */
const KNOWN_WORDS_MAX = 20_000;
const knownWords = new Map<string, KnownWord>();

const knownWord = (written: string): KnownWord => {
  let word = knownWords.get(written);
  if (word === undefined) {
    const capital = ((KIND[written.charCodeAt(0)] ?? 0) & UPPER) !== 0;
    word = {
      folded: foldText(written),
      capital,
      upper: written === written.toUpperCase() && written !== written.toLowerCase(),
      matches: new Map(),
    };
    if (knownWords.size >= KNOWN_WORDS_MAX) knownWords.clear();
    knownWords.set(written, word);
  }
  return word;
};
