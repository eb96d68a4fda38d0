/** Quality of the resolver on unseen texts, from its benchmark's result: `bench/results/resolver.json`. */
import { existsSync, readFileSync } from 'node:fs';
import { packagePath } from '../../platform/common/package-root';

export interface ResolverQuality {
  readonly texts: number;
  readonly f1: number;
  readonly low: number;
  readonly high: number;
  /** Number of names that must not be tagged, and of those tagged. */
  readonly forbidden: number;
  readonly trapped: number;
}

/** Null if not measured for this build. @throws if the file is invalid */
export const readResolverQuality = (
  file = packagePath('bench', 'results', 'resolver.json'),
): ResolverQuality | null => {
  if (!existsSync(file)) return null;
  const { unseen } = JSON.parse(readFileSync(file, 'utf8')) as { unseen?: ResolverQuality };
  if (typeof unseen?.f1 !== 'number')
    throw new Error('bench/results/resolver.json: the quality on unseen texts is missing');
  return unseen;
};
