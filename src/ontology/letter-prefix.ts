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

/** Prefix chains that the word at `at` begins with, shortest first. */
export const hebrewPrefixes = (text: string, at: number): LetterPrefix[] =>
  startingAt(HEBREW_CHAINS, text, at, 'ה');

export const arabicPrefixes = (text: string, at: number): LetterPrefix[] =>
  startingAt(ARABIC_CHAINS, text, at, 'ل');

function chains(...parts: readonly (readonly string[])[]): string[] {
  return parts
    .reduce<string[]>(
      (made, part) => made.flatMap((begun) => part.map((next) => begun + next)),
      [''],
    )
    .filter((chain) => chain !== '');
}

/** First letter → its chains, shortest first. */
const byFirst = new Map<readonly string[], Map<string, readonly string[]>>();

const chainsFor = (all: readonly string[], first: string): readonly string[] => {
  let index = byFirst.get(all);
  if (index === undefined) byFirst.set(all, (index = new Map()));
  let own = index.get(first);
  if (own === undefined) {
    own = [...new Set(all)]
      .filter((chain) => chain.startsWith(first))
      .sort((a, b) => a.length - b.length);
    index.set(first, own);
  }
  return own;
};

const startingAt = (
  all: readonly string[],
  text: string,
  at: number,
  articleEnd: string,
): LetterPrefix[] => {
  const own = chainsFor(all, text.charAt(at));
  if (own.length === 0) return [];
  const found: LetterPrefix[] = [];
  for (const chain of own) {
    if (!text.startsWith(chain, at)) continue;
    const article = chain.endsWith('ה') || chain.endsWith('ال') || chain.endsWith('لل');
    const letters = article
      ? chain.slice(0, articleEnd === 'ה' ? -1 : chain.endsWith('ال') ? -2 : -1)
      : chain;
    found.push({ length: chain.length, article, letters });
  }
  return found;
};
