/** Surges, other clusters of reports, price moves and decisions; for the front page, days and their Markdown. */
import { HOUR_MS } from '../../platform/common/durations';
import { clusterWords, type PriceMoveChange, type SettledChange } from '../../digest/changes';
import { HALF_DAY_MS } from '../../evidence/report-groups';
import { marketId, type MarketKey } from '../../markets/market-key';
import type { ConcernedMarket, EpisodeItem } from '../../surge/alert-detail.dto';
import type { AlertRow } from '../../surge/alerts.dto';
import type { Alert } from '../../surge/episode';
import { formatMillis } from '../../platform/common/utc-time';
import type { ThenAndNow } from './market-pages.repository';
import { addressOf } from './page-query';
import type { ReportCluster } from './report-clusters';
import { enumerated } from './elements';
import { count, counted, percentText } from './figures';
import { languageName, properName, spoken } from './names';
import { usualDay } from './today-words';

interface Episode {
  readonly alert: Alert;
  /** Oldest first. */
  readonly items: readonly EpisodeItem[];
  /** Most relevant first. */
  readonly markets: readonly ConcernedMarket[];
}

/** A cluster of reports with the name of each party, and the items of a usual day on the first one, if known. */
export interface UsualCluster extends ReportCluster {
  readonly names: readonly string[];
  readonly usual: number | null;
}

/** A market with the instant of a lookup, UTC ms. */
type MarketAt = MarketKey & { readonly then: number };

export interface Story {
  readonly surge: boolean;
  readonly title: string;
  readonly path: string;
  /** UTC ms. */
  readonly at: number;
  readonly unusual: string;
  readonly first: EpisodeItem | null;
  /** All reports of it, oldest first. */
  readonly reports: readonly EpisodeItem[];
  readonly others: string | null;
  readonly odd: string | null;
  readonly markets: readonly ThenAndNow[];
}

interface Decision {
  readonly market: ThenAndNow;
  readonly words: string;
}

export interface Morning {
  /** UTC ms: as of when it is shown. */
  readonly at: number;
  readonly stories: readonly Story[];
  readonly moved: readonly ThenAndNow[];
  readonly decided: readonly Decision[];
  /** Totals, including those not shown. */
  readonly totals: { readonly stories: number; readonly moved: number; readonly decided: number };
}

export interface MorningRows {
  /** Newest first. */
  readonly episodes: readonly Episode[];
  /** The most reported first. */
  readonly clusters: readonly UsualCluster[];
  /** The largest first. */
  readonly moves: readonly PriceMoveChange[];
  /** Newest first. */
  readonly settled: readonly SettledChange[];
  /** Number of surges of the span, including those not shown. */
  readonly surges: number;
  readonly most: number;
}

export const SURGES_TOLD = 3;
/** With fewer surges, clusters of reports are listed. */
export const STORIES_TOLD = 4;
const MARKETS_A_STORY = 5;
const LANGUAGES_NAMED = 4;
const BEFORE_DECISION_MS = HOUR_MS;
/** From this many reports on a market whose price fell by this much, the contradiction is mentioned. */
const ODD_REPORTS = 3;
const ODD_FALL = 0.01;

/** Decisions and moves (the largest per market), each market once, without those shown with a story. */
const apartFromStories = (rows: MorningRows): Pick<MorningRows, 'moves' | 'settled'> => {
  const told = new Set(
    [...rows.episodes, ...rows.clusters].flatMap(({ markets }) => markets.slice(0, MARKETS_A_STORY).map(marketId)),
  );
  const isNew = (market: MarketKey): boolean => !told.has(marketId(market)) && told.add(marketId(market)).size > 0;
  return { settled: rows.settled.filter(isNew), moves: rows.moves.filter(isNew) };
};

export const marketsToRead = (rows: MorningRows): MarketAt[] => {
  const { settled, moves } = apartFromStories(rows);
  const wanted = [
    ...rows.episodes.flatMap(({ alert, markets }) =>
      markets.slice(0, MARKETS_A_STORY).map((market) => ({ market, then: alert.window_start })),
    ),
    ...rows.clusters.flatMap(({ items, markets }) =>
      markets.slice(0, MARKETS_A_STORY).map((market) => ({ market, then: items[0]?.at ?? 0 })),
    ),
    ...settled.slice(0, rows.most).map((market) => ({ market, then: market.at - BEFORE_DECISION_MS })),
    ...moves.slice(0, rows.most).map((market) => ({ market, then: firstMoveOf(market, rows.moves) - 1 })),
  ];
  const once = new Map<string, MarketAt>();
  for (const { market, then } of wanted)
    if (!once.has(marketId(market)))
      once.set(marketId(market), { exchange: market.exchange, ticker: market.ticker, then });
  return [...once.values()];
};

const firstMoveOf = (market: PriceMoveChange, moves: readonly PriceMoveChange[]): number =>
  Math.min(...moves.filter((one) => marketId(one) === marketId(market)).map(({ at }) => at));

/** @param at UTC ms: as of when it is shown */
export const morningOf = (rows: MorningRows, read: readonly ThenAndNow[], at: number): Morning => {
  const left = new Map(read.map((market) => [marketId(market), market]));
  const take = (market: MarketKey): ThenAndNow[] => {
    const found = left.get(marketId(market));
    left.delete(marketId(market));
    return found === undefined ? [] : [found];
  };
  const surges = rows.episodes.map((episode) =>
    surgeStory(episode, episode.markets.slice(0, MARKETS_A_STORY).flatMap(take)),
  );
  const clusters = rows.clusters.map((cluster) =>
    clusterStory(cluster, cluster.markets.slice(0, MARKETS_A_STORY).flatMap(take)),
  );
  const { settled, moves } = apartFromStories(rows);
  return {
    at,
    stories: [...surges, ...clusters],
    decided: settled.flatMap(take).map((market) => ({ market, words: decisionWords(market) })),
    moved: moves.flatMap(take),
    totals: { stories: rows.surges, moved: moves.length, decided: settled.length },
  };
};

const surgeStory = ({ alert, items, markets: concerned }: Episode, markets: readonly ThenAndNow[]): Story => ({
  surge: true,
  title: placesOf(alert, markets),
  path: `/alerts/${encodeURIComponent(alert.id)}`,
  at: alert.window_start,
  unusual: `${counted(alert.count, 'report')} by ${counted(alert.families, 'publisher')} within five minutes${timesUsual(alert)}; a usual day brings ${usualDay(alert.baseline.rate)}.`,
  first: items[0] ?? null,
  reports: items,
  others: items.length < 2 ? null : `By now ${reportsBy(items)}, ${spreadOf(items)}.`,
  odd: oddOf(concerned, markets),
  markets,
});

const clusterStory = (
  { act, start, items, markets: concerned, names, parties, usual }: UsualCluster,
  markets: readonly ThenAndNow[],
): Story => {
  const [from, until] = [start, start + HALF_DAY_MS].map((at) => formatMillis(at).slice(11, 16));
  const usually = usual === null ? '' : `; a usual day brings ${count(Math.round(usual))} on ${names[0] ?? ''}`;
  return {
    surge: false,
    title: `${enumerated(names)}: ${spoken(act).toLowerCase()}`,
    path: addressOf('/log', {
      entity: parties,
      since: formatMillis(start),
      until: formatMillis(start + HALF_DAY_MS),
    }),
    at: items[0]?.at ?? start,
    unusual: `${reportsBy(items)} between ${from} and ${until} UTC, without a surge${usually}.`,
    first: items[0] ?? null,
    reports: items,
    others: `They are ${spreadOf(items)}.`,
    odd: oddOf(concerned, markets),
    markets,
  };
};

/** A usual rate far below one report does not bear three digits. */
const timesUsual = ({ ratio }: Alert): string => {
  if (ratio === null) return '';
  return ratio < 100 ? `, ${Math.round(ratio)} times the usual` : ', over a hundred times the usual';
};

/** The surge's place and, if its markets are about others, those too: `China, with markets on Taiwan`. */
const placesOf = ({ cluster }: Alert, markets: readonly ThenAndNow[]): string => {
  const place = clusterWords(cluster);
  const theaters = [...new Set(markets.flatMap(({ theater }) => (theater === null ? [] : [properName(theater)])))];
  return theaters.length === 0 || theaters.includes(place)
    ? place
    : `${place}, with markets on ${enumerated(theaters)}`;
};

const reportsBy = (items: readonly EpisodeItem[]): string =>
  `${counted(items.length, 'report')} by ${counted(new Set(items.map(({ family }) => family)).size, 'publisher')}`;

/** `in Arabic and English; 1 is a copy of another`. */
const spreadOf = (items: readonly EpisodeItem[]): string => {
  const languages = [...new Set(items.flatMap(({ lang }) => lang ?? []))].map(languageName).sort();
  const more = languages.length - LANGUAGES_NAMED;
  const spoken = more > 0 ? [...languages.slice(0, LANGUAGES_NAMED), counted(more, 'other language')] : languages;
  const copies = items.length - new Set(items.map(storyOf)).size;
  return `${spoken.length === 0 ? 'without a stated language' : `in ${enumerated(spoken)}`}; ${copies === 0 ? 'no copies among them' : `${counted(copies, 'is a copy', 'are copies')} of another`}`;
};

const storyOf = ({ id, story }: EpisodeItem): string => story ?? id;

const oddOf = (concerned: ReportCluster['markets'], markets: readonly ThenAndNow[]): string | null => {
  for (const market of markets) {
    const reports = concerned.find((one) => marketId(one) === marketId(market))?.items ?? 0;
    const { price_then: from, price_now: to, outcome } = market;
    if (outcome === null && from !== null && to !== null && reports >= ODD_REPORTS && from - to >= ODD_FALL)
      return `Odd: ${counted(reports, 'report bears', 'reports bear')} on “${market.question}”, and its price fell from ${percentText(from)} to ${percentText(to)}.`;
  }
  return null;
};

/** `NO. An hour before: market 10 %, model 5 %; both on the right side.` */
const decisionWords = ({ outcome, price_then: price, said_then: said }: ThenAndNow): string => {
  const decided = outcome === 'void' ? 'declared void' : (outcome ?? 'decided');
  const figures = [
    ...(price === null ? [] : [`market ${percentText(price)}`]),
    ...(said === null ? [] : [`model ${percentText(said.probability_yes)}`]),
  ];
  if (figures.length === 0) return `${decided}.`;
  return `${decided}. An hour before: ${figures.join(', ')}${price === null || said === null ? '' : rightWords(outcome, price, said.probability_yes)}.`;
};

const rightWords = (outcome: string | null, price: number, said: number): string => {
  if (outcome !== 'YES' && outcome !== 'NO') return '';
  const right = (share: number): boolean => (outcome === 'YES' ? share > 0.5 : share < 0.5);
  if (right(price) && right(said)) return '; both on the right side';
  if (right(price)) return '; only the market on the right side';
  return right(said) ? '; only the model on the right side' : '; neither on the right side';
};

/** Ids of the alerts opened since an instant, the newest of each place; {@link SURGES_TOLD} of them are shown. */
export const alertsToTell = (rows: readonly AlertRow[], since: number): string[] => {
  const places = new Set<string>();
  const told: string[] = [];
  for (const { alert } of rows) {
    const place = clusterWords(alert.cluster);
    if (alert.opened_at < since || places.has(place)) continue;
    places.add(place);
    told.push(alert.id);
  }
  return told;
};
