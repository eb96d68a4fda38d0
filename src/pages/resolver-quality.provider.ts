/**
 * The measured quality of the resolver as it ships, `seed/resolver-quality.json`, and what it scored on
 * texts it had never seen, `seed/resolver-first-shot.json`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { packagePath } from '../common/package-root';

interface Score {
  readonly texts: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** A batch of texts written before it was run, as it scored on that run, before anything was mended. */
export interface FirstShot {
  readonly batch: number;
  readonly texts: number;
  /** Names that the labels forbid, and how many of them were tagged. */
  readonly forbidden: number;
  readonly trapped: number;
  /** Overall and by language; absent where hardly any name was due. */
  readonly f1?: number;
  readonly languages?: Readonly<Record<string, number>>;
}

export interface ResolverQuality {
  /** What it was measured on. */
  readonly measured_on: string;
  readonly texts: number;
  readonly overall: Omit<Score, 'texts'>;
  readonly languages: readonly (Score & { readonly lang: string })[];
  readonly first_shots: readonly FirstShot[];
}

/** Null where nothing was measured for this build. Throws when the file is not what it should be. */
export const readResolverQuality = (
  file = packagePath('seed', 'resolver-quality.json'),
  firstShots = packagePath('seed', 'resolver-first-shot.json'),
): ResolverQuality | null => {
  if (!existsSync(file)) return null;
  const quality = JSON.parse(readFileSync(file, 'utf8')) as Omit<ResolverQuality, 'first_shots'>;
  if (!Array.isArray(quality.languages) || typeof quality.overall.f1 !== 'number')
    throw new Error('seed/resolver-quality.json: overall and languages are missing');
  const first_shots = existsSync(firstShots)
    ? (JSON.parse(readFileSync(firstShots, 'utf8')) as readonly FirstShot[])
    : [];
  return { ...quality, first_shots };
};
