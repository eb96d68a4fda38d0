/** How well the resolver did on texts that it was not made for, as its benchmark wrote it: `bench/results/resolver.json`. */
import { existsSync, readFileSync } from 'node:fs';
import { packagePath } from '../../platform/common/package-root';

export interface ResolverQuality {
  readonly texts: number;
  readonly f1: number;
  /** 95 % interval of F1, by resampling the texts. */
  readonly low: number;
  readonly high: number;
  /** Names that the labels forbid, and how many of them were tagged. */
  readonly forbidden: number;
  readonly trapped: number;
}

/** Null where nothing was measured for this build. Throws when the file is not what it should be. */
export const readResolverQuality = (
  file = packagePath('bench', 'results', 'resolver.json'),
): ResolverQuality | null => {
  if (!existsSync(file)) return null;
  const { unseen } = JSON.parse(readFileSync(file, 'utf8')) as { unseen?: ResolverQuality };
  if (typeof unseen?.f1 !== 'number')
    throw new Error('bench/results/resolver.json: the quality on unseen texts is missing');
  return unseen;
};
