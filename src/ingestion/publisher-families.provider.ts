import { readFileSync } from 'node:fs';
import { packagePath } from '../platform/common/package-root';
import { familiesOfFeeds, PublisherFamilies, type PublisherFamily } from './publisher-family';
import type { Source } from './source';

export const loadPublisherFamilies = (sources: readonly Source[]): PublisherFamilies => {
  const described = JSON.parse(
    readFileSync(packagePath('seed', 'publisher-families.json'), 'utf8'),
  ) as PublisherFamily[];
  const feeds = sources.filter(({ kind }) => kind === 'feed');
  return new PublisherFamilies([...described, ...familiesOfFeeds(described, feeds)]);
};
