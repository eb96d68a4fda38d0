import { readFileSync } from 'node:fs';
import { packagePath } from '../platform/common/package-root';
import { PublisherFamilies, type PublisherFamily } from './publisher-family';

export const loadPublisherFamilies = (): PublisherFamilies =>
  new PublisherFamilies(
    JSON.parse(readFileSync(packagePath('seed', 'publisher-families.json'), 'utf8')) as PublisherFamily[],
  );
