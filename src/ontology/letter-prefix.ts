/**
 * One-letter words that Hebrew and Arabic write onto the next one: "and", "in", "to", "the". A name is
 * looked for behind each chain of them that the grammar allows.
 */

export interface LetterPrefix {
  /** Units to skip. */
  readonly length: number;
  /** Whether the article is among them. */
  readonly article: boolean;
  /** The prefixes without the article. */
  readonly letters: string;
}

const HEBREW_CHAINS = chains(
  ['', 'ו'],
  ['', 'ש', 'כש', 'לכש', 'מש'],
  ['', 'ב', 'ל', 'מ', 'כ'],
  ['', 'ה'],
);
const ARABIC_CHAINS = [
  ...chains(['', 'و', 'ف'], ['', 'ب', 'ل', 'ك'], ['', 'ال']),
  ...chains(['', 'و', 'ف'], ['لل']),
];

const withPrefix = (chain: string): readonly [string, LetterPrefix] => {
  const article = /(?:ה|ال|لل)$/.test(chain);
  const cut = chain.endsWith('ال') ? 2 : 1;
  return [
    chain,
    { length: chain.length, article, letters: article ? chain.slice(0, -cut) : chain },
  ];
};

type Chains = readonly (readonly [string, LetterPrefix])[];

/** First unit → the chains that begin with it, shortest first: most words have none. */
const byFirstUnit = (all: readonly string[]): ReadonlyMap<number, Chains> => {
  const index = new Map<number, (readonly [string, LetterPrefix])[]>();
  for (const chain of [...new Set(all)].sort((left, right) => left.length - right.length)) {
    const first = chain.charCodeAt(0);
    index.set(first, [...(index.get(first) ?? []), withPrefix(chain)]);
  }
  return index;
};

function chains(...parts: readonly (readonly string[])[]): string[] {
  return parts
    .reduce<string[]>(
      (made, part) => made.flatMap((begun) => part.map((next) => begun + next)),
      [''],
    )
    .filter((chain) => chain !== '');
}

const HEBREW = byFirstUnit(HEBREW_CHAINS);
const ARABIC = byFirstUnit(ARABIC_CHAINS);
const NONE: Chains = [];

/** Chains that a Hebrew word with this first unit may begin with, each still to be compared. */
export const hebrewPrefixes = (unit: number): Chains => HEBREW.get(unit) ?? NONE;

export const arabicPrefixes = (unit: number): Chains => ARABIC.get(unit) ?? NONE;
