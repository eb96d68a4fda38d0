import { Inject, Injectable, Logger } from '@nestjs/common';
import { errorMessage } from '../platform/common/error-message';
import { HOUR_MS } from '../platform/common/durations';
import { mapInSlices } from '../platform/common/map-in-slices';
import { sha256Hex } from '../platform/common/sha256';
import { tradedMarket, type NewItem } from '../event-log/item';
import type { GraphTransaction } from '../platform/graph/graph.service';
import { EvidenceRule } from './evidence-rule';
import {
  EvidenceRepository,
  type CandidateItem,
  type EvidenceLink,
  type JudgedMarket,
  type MarketLinks,
  type WindowItem,
} from './evidence.repository';
import type { EvidenceItem, ItemReading } from './item-reading';
import type { MarketScope } from './market-scope';
import type { Relevance } from './relevance';
import { ASK_FROM } from './judge/judgement';
import { JUDGE_MODEL, type JudgeModel } from './judge/judge-model';
import { MarketReach, type ScopedMarket } from './market-reach';
import { isTwin } from './twin';

/** Hours of event time compared with a new market. */
const WINDOW_HOURS = 72;
/** Maximum (newest) items of the window. */
const WINDOW_ITEMS_MAX = 20_000;
/** Markets per transaction. */
const MARKETS_AT_ONCE = 50;
/** Limits for near misses: entities per party, newest items per entity. */
const NEAR_ENTITIES_MAX = 12;
const NEAR_ITEMS_MAX = 40;

/**
 * Links new items to open markets as they are stored, and the window's items to markets that are new or whose question,
 * rules text, evidence rule or graph relationships changed.
 */
@Injectable()
export class EvidenceService {
  private readonly logger = new Logger('Evidence');
  private reach = new MarketReach([], false);
  /** Scopes by digest of their inputs. */
  private scopes = new Map<string, ScopedMarket>();

  constructor(
    private readonly repository: EvidenceRepository,
    @Inject(EvidenceRule) private readonly rule: EvidenceRule,
    @Inject(JUDGE_MODEL) private readonly judge: JudgeModel | null = null,
  ) {}

  /** Loads the current markets. @param now UTC ms. @returns number of markets judged again */
  async refresh(now: number): Promise<number> {
    const [entities, relationships] = await Promise.all([this.repository.entities(), this.repository.relationships()]);
    try {
      this.rule.take(entities, relationships);
    } catch (error) {
      this.logger.warn(`Edits of the graph are not used: ${errorMessage(error)}`);
    }
    const markets = await this.repository.openMarkets();
    const scoped = markets.map((market) => this.scoped(market));
    this.scopes = new Map(scoped.map((one) => [one.digest, one]));
    this.reach = new MarketReach(scoped, this.judge !== null);
    const changed = scoped.filter(({ digest }, at) => digest !== markets[at]?.judged);
    if (changed.length > 0) await this.relink(changed, now);
    return changed.length;
  }

  /**
   * Compares items with their candidate markets.
   *
   * @returns a function that writes the links of stored items, in the transaction that stores them
   */
  async linking(
    items: readonly NewItem[],
  ): Promise<(transaction: GraphTransaction, stored: ReadonlySet<string>) => Promise<void>> {
    const judged = this.reach.isEmpty
      ? []
      : await this.linksOf(items.map(fromNewItem), this.reach, (item) => item.first_seen_at);
    return async (transaction, stored) => {
      const markets = judged
        .map((market) => ({ ...market, links: market.links.filter(({ item }) => stored.has(item)) }))
        .filter(({ links }) => links.length > 0);
      await this.repository.link(transaction, markets, this.rule.version, this.judge !== null);
    };
  }

  get ruleVersion(): number {
    return this.rule.version;
  }

  gaugesOf(scope: MarketScope): string[] {
    return this.rule.gaugesOf(scope);
  }

  /** Entities of a market's conflict: its parties, and entities hostile to or allied with them. */
  conflictOf(scope: MarketScope): ReadonlySet<string> {
    return this.rule.conflictOf(scope);
  }

  scopeOf(market: string, question: string, rules: string | null, deadline: string | null): MarketScope {
    return this.rule.scopeOf({ id: market, question, description: rules, deadline });
  }

  /** Items of a span below the threshold, highest relevance first. */
  async nearMisses(scope: MarketScope, since: number, now: number, limit: number): Promise<NearMiss[]> {
    const entities = [
      ...new Set([
        ...scope.parties.map(({ entity }) => entity),
        ...scope.parties.flatMap(({ cover }) => [...cover.keys()].slice(0, NEAR_ENTITIES_MAX)),
      ]),
    ].slice(0, 3 * NEAR_ENTITIES_MAX);
    const items = await this.repository.candidates(scope.market.id, entities, { since, now }, NEAR_ITEMS_MAX);
    return items
      .map((item) => ({ item, told: this.rule.relevance(scope, this.rule.read(fromWindowItem(item))) }))
      .filter(({ told }) => !told.counts && told.relevance >= this.rule.seed.rule.near)
      .sort((a, b) => b.told.relevance - a.told.relevance || b.item.at - a.item.at)
      .slice(0, limit)
      .map(({ item, told: { relevance, paths } }) => ({ item, relevance, paths }));
  }

  private async relink(changed: readonly ScopedMarket[], now: number): Promise<void> {
    const since = now - WINDOW_HOURS * HOUR_MS;
    const items = await this.repository.windowItems(since, now, WINDOW_ITEMS_MAX);
    const links = await this.linksOf(
      items.map(fromWindowItem),
      new MarketReach(changed, this.judge !== null),
      () => now,
    );
    const byMarket = new Map(links.map((market) => [market.market, market.links]));
    for (let start = 0; start < changed.length; start += MARKETS_AT_ONCE)
      await this.repository.relink(
        changed.slice(start, start + MARKETS_AT_ONCE).map(({ exchange, ticker, digest, scope }) => ({
          exchange,
          ticker,
          market: scope.market.id,
          judged: digest,
          links: byMarket.get(scope.market.id) ?? [],
        })),
        since,
        this.rule.version,
        this.judge !== null,
      );
  }

  private async linksOf(
    items: readonly SeenItem[],
    reach: MarketReach,
    seenAt: (item: SeenItem) => number,
  ): Promise<MarketLinks[]> {
    const byMarket = new Map<string, MarketLinks & { links: EvidenceLink[] }>();
    await mapInSlices(items, (item) => {
      const reading = this.rule.read(item);
      const judged = new Map<string, Relevance>();
      for (const market of reach.of(reading)) {
        const link = this.linkOf(market, reading, item, seenAt(item), judged);
        if (link === null) continue;
        const { exchange, ticker, scope } = market;
        const known = byMarket.get(scope.market.id);
        if (known !== undefined) known.links.push(link);
        else byMarket.set(scope.market.id, { exchange, ticker, market: scope.market.id, links: [link] });
      }
    });
    return [...byMarket.values()].sort((a, b) => (a.market < b.market ? -1 : 1));
  }

  private linkOf(
    { scope }: ScopedMarket,
    reading: ItemReading,
    item: SeenItem,
    seenAt: number,
    judged: Map<string, Relevance>,
  ): EvidenceLink | null {
    const isOwn = item.market === scope.market.id;
    // Rungs with one key have different deadlines.
    const alone = isOwn || typeof item.due === 'string';
    const known = alone ? undefined : judged.get(scope.key);
    const answer = known ?? this.rule.relevance(scope, reading);
    if (!alone) judged.set(scope.key, answer);
    const { relevance, counts, about, paths } = answer;
    if (!counts && (this.judge === null || relevance < ASK_FROM)) return null;
    // A trade only counts for its own question, at any deadline and exchange.
    const circular =
      isOwn ||
      item.source_type === 'whale' ||
      (item.source_type === 'forecaster' && isTwin(this.rule, item.title, scope));
    return {
      item: item.id,
      source_type: item.source_type,
      at: item.at,
      seen_at: seenAt,
      relevance,
      counts,
      about,
      circular,
      paths,
    };
  }

  private scoped({ exchange, ticker, question, rules, deadline }: JudgedMarket): ScopedMarket {
    const digest = sha256Hex(
      JSON.stringify([this.rule.version, exchange, ticker, question, rules, deadline, ...this.rule.edited]),
    ).slice(0, 16);
    return (
      this.scopes.get(digest) ?? {
        exchange,
        ticker,
        digest,
        scope: this.rule.scopeOf({
          id: `${exchange}/${ticker}`,
          question,
          description: rules,
          deadline,
        }),
      }
    );
  }
}

export interface NearMiss extends Pick<Relevance, 'relevance' | 'paths'> {
  readonly item: CandidateItem;
}

type SeenItem = EvidenceItem & Pick<WindowItem, 'at' | 'first_seen_at'>;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const fromNewItem = (item: NewItem): SeenItem => {
  const { begins_on } = item.attributes;
  return {
    id: item.id,
    title: item.title,
    summary: item.summary,
    lang: item.lang,
    source_type: item.sourceType,
    // The title and the source's entities identify the instrument.
    instrument: null,
    hints: item.entities,
    market: tradedMarket(item),
    day: dayOf(item.at),
    due: item.sourceType === 'calendar' && typeof begins_on === 'string' ? begins_on : null,
    at: item.at,
    first_seen_at: item.firstSeenAt,
  };
};

const fromWindowItem = ({ entities, ...item }: WindowItem): SeenItem => ({
  ...item,
  hints: entities,
  day: dayOf(item.at),
});
