/** A checked and expanded seed as one text, for a faster start. Valid only for the source files of its digest. */
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
  /** Number of its conditions, its text, and the folded text ('' if equal). */
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

/** Null if it was made from other files. */
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
