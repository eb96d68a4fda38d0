/** Feed of sealed days: one entry per day, published when it was sealed. Pure. */
import type { ChainEntryResponse } from './registry.dto';
import { feedTitle, type NewsFeed } from '../platform/formats/news-feed';

export type SealedDay = Pick<
  ChainEntryResponse,
  'date' | 'combined_hash' | 'n_records' | 'tree_size' | 'anchored_at' | 'url'
>;

const ENTRIES = 50;

/**
 * @param chain the hash chain, oldest day first
 * @param base public address of the service, without a closing slash
 * @param now UTC ms
 */
export const daysFeed = (chain: readonly SealedDay[], base: string, now: number, synthetic: boolean): NewsFeed => ({
  title: feedTitle('sealed days of the log', synthetic),
  atomUrl: `${base}/api/registry/days.atom`,
  jsonUrl: `${base}/api/registry/days.feed.json`,
  listUrl: `${base}/api/registry/index.json`,
  now,
  entries: chain
    .slice(-ENTRIES)
    .reverse()
    .map((day) => {
      const sealedAt = Date.parse(day.anchored_at);
      return {
        id: day.url,
        title: `${day.date}: ${day.n_records} records sealed`,
        link: day.url,
        linkType: 'application/json',
        publishedAt: sealedAt,
        updatedAt: sealedAt,
        summary: `combined_hash ${day.combined_hash}; ${day.tree_size} records in the log`,
        categories: [],
      };
    }),
});
