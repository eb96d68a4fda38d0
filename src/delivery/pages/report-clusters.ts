/** Reports on one act of the same parties within half a day, for events that grow too slowly for a surge. */
import { groupsOf, type ReportGroup } from '../../evidence/report-groups';
import { marketId, type MarketKey } from '../../markets/market-key';
import type { ConcernedMarket, EpisodeItem } from '../../surge/alert-detail.dto';
import type { Names } from './site';

type Concerned = MarketKey & Pick<ConcernedMarket, 'items' | 'relevance'>;

/** A report with the markets that it is evidence for. */
export interface MarketReport {
  readonly item: EpisodeItem;
  readonly markets: readonly (MarketKey & { readonly relevance: number })[];
}

export interface ReportCluster extends Pick<ReportGroup<MarketReport>, 'parties' | 'act' | 'start'> {
  /** Oldest first. */
  readonly items: readonly EpisodeItem[];
  /** Most relevant first. */
  readonly markets: readonly Concerned[];
}

const PUBLISHERS_MIN = 3;

/**
 * The clusters with the most publishers, each party in one of them.
 *
 * @param surged parties that are listed already
 */
export const clustersOfReports = (
  reports: readonly MarketReport[],
  told: Names['told'],
  surged: readonly string[],
  most: number,
): ReportCluster[] => {
  const clusters: ReportCluster[] = [];
  const named = new Set(surged);
  const widest = groupsOf(reports, ({ item }) => ({ ...told(item.title, item.lang ?? 'en'), at: item.at }))
    .map((group) => ({
      ...group,
      publishers: new Set(group.members.map(({ item }) => item.family)).size,
      stories: new Set(group.members.map(({ item }) => item.story ?? item.id)).size,
    }))
    .filter(({ publishers, stories }) => Math.min(publishers, stories) >= PUBLISHERS_MIN)
    .sort((a, b) => b.publishers - a.publishers || b.stories - a.stories || (a.key < b.key ? -1 : 1));
  for (const { parties, act, start, members } of widest) {
    if (clusters.length === most) break;
    if (parties.some((party) => named.has(party))) continue;
    for (const party of parties) named.add(party);
    const items = members.map(({ item }) => item).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    clusters.push({ parties, act, start, items, markets: marketsOf(members) });
  }
  return clusters;
};

const marketsOf = (members: readonly MarketReport[]): Concerned[] => {
  const markets = new Map<string, Concerned>();
  for (const market of members.flatMap((member) => member.markets)) {
    const key = marketId(market);
    const { exchange, ticker, items, relevance: known } = markets.get(key) ?? { ...market, items: 0, relevance: 0 };
    markets.set(key, { exchange, ticker, items: items + 1, relevance: known + market.relevance });
  }
  return [...markets.values()].sort((a, b) => b.relevance - a.relevance || (a.ticker < b.ticker ? -1 : 1));
};
