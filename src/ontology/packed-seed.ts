/**
 * A seed that has been read, checked and expanded, as one text: the build leaves it beside the compiled program,
 * so that a process that starts has only to parse it. It bears the digest of the files that it was made from, and
 * stands for no others.
 */
import { sha256HexOf } from '../platform/common/sha256';
import { type AliasForm, expandAliases, formWith, knowForms } from '../resolver/knowledge/alias-seed';
import type { SeedText } from '../resolver/knowledge/seed-defect';
import type { OntologyTexts, Seed } from './seed';

/** All of a form but its text. */
type Conditions = Omit<AliasForm, 'text' | 'folded'>;

interface PackedSeed {
  readonly digest: string;
  readonly seed: Seed;
  readonly conditions: readonly Conditions[];
  /** One behind the other: the number of its conditions, its text, and that folded ('' where it is the same). */
  readonly forms: readonly (readonly [number, string, string])[];
}

export const packSeed = (seed: Seed, texts: OntologyTexts): string => {
  const numberOf = new Map<string, number>();
  const forms = expandAliases(seed.aliases).map(({ text, folded, ...conditions }): PackedSeed['forms'][number] => {
    const key = JSON.stringify(conditions);
    const number = numberOf.get(key) ?? numberOf.size;
    numberOf.set(key, number);
    return [number, text, folded === text ? '' : folded];
  });
  const conditions = [...numberOf.keys()].map((key) => JSON.parse(key) as Conditions);
  const packed: PackedSeed = { digest: digestOf(texts), seed, conditions, forms };
  return JSON.stringify(packed);
};

/** Null where it was made from other files than these. */
export const unpackSeed = (packed: string, texts: OntologyTexts): Seed | null => {
  const { digest, seed, conditions, forms } = JSON.parse(packed) as PackedSeed;
  if (digest !== digestOf(texts)) return null;
  knowForms(
    seed.aliases,
    forms.flatMap(([number, text, folded]) => {
      const shared = conditions[number];
      return shared === undefined ? [] : [formWith(shared, text, folded || text, shared)];
    }),
  );
  return seed;
};

const digestOf = (texts: OntologyTexts): string =>
  sha256HexOf(
    ...Object.values(texts)
      .flat()
      .map(({ file, text }: SeedText) => `${file}\0${text}\0`),
  );
