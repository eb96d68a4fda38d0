/** One-letter Hebrew and Arabic words ("and", "in", "to", "the") attached to the next; names match after them. */

export interface LetterPrefix {
  /** Units to skip. */
  readonly length: number;
  /** Whether the article is among them. */
  readonly article: boolean;
  readonly letters: string;
}

const HEBREW_CHAINS = chains(['', 'ו'], ['', 'ש', 'כש', 'לכש', 'מש'], ['', 'ב', 'ל', 'מ', 'כ'], ['', 'ה']);
const ARABIC_CHAINS = [...chains(['', 'و', 'ف'], ['', 'ب', 'ل', 'ك'], ['', 'ال']), ...chains(['', 'و', 'ف'], ['لل'])];

const withPrefix = (chain: string): readonly [string, LetterPrefix] => {
  const article = /(?:ה|ال|لل)$/.test(chain);
  const cut = chain.endsWith('ال') ? 2 : 1;
  return [chain, { length: chain.length, article, letters: article ? chain.slice(0, -cut) : chain }];
};

export const PREFIX_UNITS_MAX = 5;

/** Flags of a unit in a chain: a quick test before the lookup. */
const IN_CHAIN = 1;
export const ENDS_CHAIN = 2;
export const CHAIN_PLACE: Uint8Array = Uint8Array.from({ length: 65536 }, (_, unit) => {
  const letter = String.fromCharCode(unit);
  if ('ושהלבמכوفبلك'.includes(letter)) return IN_CHAIN | ENDS_CHAIN;
  return letter === 'ا' ? IN_CHAIN : 0;
});

function chains(...parts: readonly (readonly string[])[]): string[] {
  return parts
    .reduce<string[]>((made, part) => made.flatMap((begun) => part.map((next) => begun + next)), [''])
    .filter((chain) => chain !== '');
}

const KNOWN: ReadonlyMap<string, LetterPrefix> = new Map(
  [...HEBREW_CHAINS, ...ARABIC_CHAINS].map((chain) => withPrefix(chain)),
);

/** `text[start, end)` as a chain of prefixes, or undefined. */
export const letterPrefix = (text: string, start: number, end: number): LetterPrefix | undefined =>
  KNOWN.get(text.slice(start, end));
