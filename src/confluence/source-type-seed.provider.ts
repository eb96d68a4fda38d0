/**
 * Curated data of confluence, `seed/source-types.json`: credibility weights with reasons, the half-life of evidence,
 * and the party behind a source category.
 */
import { readJsonFile } from '../platform/common/json-file';
import { packagePath } from '../platform/common/package-root';
import { SOURCE_TYPES, type SourceType } from '../platform/common/source-type';
import type { CredibilityWeights } from './confluence';

export interface SourceTypeSeed extends CredibilityWeights {
  /** Reason of each weight, one sentence. */
  readonly reasons: Readonly<Record<SourceType, string>>;
  /** Source category → the party to a conflict whose media they are. */
  readonly partyOf: Readonly<Record<string, string>>;
}

/** Nest token of the {@link SourceTypeSeed}. */
export const SOURCE_TYPE_SEED = Symbol('SourceTypeSeed');

interface SeedFile {
  readonly half_life_hours: number;
  readonly source_types: Readonly<Record<string, { weight: number; reason: string }>>;
  readonly parties: Readonly<Record<string, string>>;
}

/** Reads and validates the seed. @throws Error if a source type has no weight from 0 to 1, or no reason */
export const readSourceTypeSeed = (file = packagePath('seed', 'source-types.json')): SourceTypeSeed => {
  const seed = readJsonFile<SeedFile>(file);
  const weights = {} as Record<SourceType, number>;
  const reasons = {} as Record<SourceType, string>;
  for (const type of SOURCE_TYPES) {
    const { weight = NaN, reason = '' } = seed.source_types[type] ?? {};
    if (!(weight >= 0 && weight <= 1) || reason === '')
      throw new Error(`seed/source-types.json: ${type} needs a weight from 0 to 1 and a reason`);
    weights[type] = weight;
    reasons[type] = reason;
  }
  const unknown = Object.keys(seed.source_types).find((type) => !(type in weights));
  if (unknown !== undefined) throw new Error(`seed/source-types.json: ${unknown} is not a source type`);
  if (!(seed.half_life_hours > 0)) throw new Error('seed/source-types.json: half_life_hours must be above 0');
  return { weights, reasons, halfLifeHours: seed.half_life_hours, partyOf: seed.parties };
};
