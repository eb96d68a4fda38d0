/** The measured quality of the resolver as it ships, `seed/resolver-quality.json`. */
import { existsSync, readFileSync } from 'node:fs';
import { packagePath } from '../common/package-root';

interface Score {
  readonly texts: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface ResolverQuality {
  /** What it was measured on. */
  readonly measured_on: string;
  readonly texts: number;
  readonly overall: Omit<Score, 'texts'>;
  readonly languages: readonly (Score & { readonly lang: string })[];
}

/** Null where nothing was measured for this build. Throws when the file is not what it should be. */
export const readResolverQuality = (
  file = packagePath('seed', 'resolver-quality.json'),
): ResolverQuality | null => {
  if (!existsSync(file)) return null;
  const quality = JSON.parse(readFileSync(file, 'utf8')) as ResolverQuality;
  if (!Array.isArray(quality.languages) || typeof quality.overall.f1 !== 'number')
    throw new Error('seed/resolver-quality.json: overall and languages are missing');
  return quality;
};
