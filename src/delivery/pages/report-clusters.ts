/** Reports on one act of the same parties within half a day, for what grows too slowly for a surge. */
import { HOUR_MS } from '../../platform/common/durations';
import type { MarketKey } from '../../markets/market-key';
import type { ConcernedMarket, EpisodeItem } from '../../surge/alert-detail.dto';
import type { Names } from './site';

type Concerned = MarketKey & Pick<ConcernedMarket, 'items' | 'relevance'>;

/** A report with the markets that it is evidence for. */
export interface MarketReport {
  readonly item: EpisodeItem;
  readonly markets: readonly (MarketKey & { readonly relevance: number })[];
}

export interface ReportCluster {
  /** One or two entities, sorted. */
  readonly parties: readonly string[];
  readonly act: string;
  /** Start of the half day, UTC ms. */
  readonly start: number;
  /** Oldest first. */
  readonly items: readonly EpisodeItem[];
  /** Most relevant first. */
  readonly markets: readonly Concerned[];
}

export const HALF_DAY_MS = 12 * HOUR_MS;
const PUBLISHERS_MIN = 3;

/**
 * The clusters with the most publishers, each party in one of them.
 *
 * @param surged parties that are told of already
 */
export const clustersOfReports = (
  reports: readonly MarketReport[],
  told: Names['told'],
  surged: readonly string[],
  most: number,
): ReportCluster[] => {
  const clusters: ReportCluster[] = [];
  const named = new Set(surged);
  const widest = groupsOf(reports, told)
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

type Group = Pick<ReportCluster, 'parties' | 'act' | 'start'> & {
  readonly key: string;
  readonly members: MarketReport[];
  readonly publishers: number;
  readonly stories: number;
};

/** A report is in the group of each two parties that it names, or of its only one, with each of its acts. */
const groupsOf = (reports: readonly MarketReport[], told: Names['told']): Group[] => {
  const groups = new Map<string, Omit<Group, 'publishers' | 'stories'>>();
  for (const report of reports) {
    const { entities, acts } = told(report.item.title, report.item.lang ?? 'en');
    for (const act of acts)
      for (const parties of pairsOf(entities)) {
        const start = Math.floor(report.item.at / HALF_DAY_MS) * HALF_DAY_MS;
        const key = [start, act, ...parties].join(' ');
        const group = groups.get(key) ?? { key, parties, act, start, members: [] };
        group.members.push(report);
        groups.set(key, group);
      }
  }
  return [...groups.values()].map((group) => ({
    ...group,
    publishers: new Set(group.members.map(({ item }) => item.family)).size,
    stories: new Set(group.members.map(({ item }) => item.story ?? item.id)).size,
  }));
};

const pairsOf = (entities: readonly string[]): string[][] => {
  const parties = [...new Set(entities)].sort();
  return parties.length < 2
    ? parties.map((one) => [one])
    : parties.flatMap((one, nth) => parties.slice(nth + 1).map((other) => [one, other]));
};

const marketsOf = (members: readonly MarketReport[]): Concerned[] => {
  const markets = new Map<string, Concerned>();
  for (const market of members.flatMap((member) => member.markets)) {
    const key = `${market.exchange}/${market.ticker}`;
    const { exchange, ticker, items, relevance: known } = markets.get(key) ?? { ...market, items: 0, relevance: 0 };
    markets.set(key, { exchange, ticker, items: items + 1, relevance: known + market.relevance });
  }
  return [...markets.values()].sort((a, b) => b.relevance - a.relevance || (a.ticker < b.ticker ? -1 : 1));
};
