import { Injectable } from '@nestjs/common';
import type { SourceType } from '../platform/common/source-type';
import type { StoredItem } from '../event-log/events.dto';
import type { EntityInGraph } from '../ontology/known-entities';
import { isPartialDate } from '../ontology/partial-date';
import type { CoverStep } from './cover';
import { PAIRS_MAX } from './judge/judgement';
import type { EvidenceItem } from './item-reading';
import { GraphService, type GraphTransaction } from '../platform/graph/graph.service';
import type { MarketKey } from '../markets/market-key';

/** Users may enter anything in Neo4j Browser: invalid dates are ignored. */
const partialDate = (value: unknown): string | null =>
  typeof value === 'string' && isPartialDate(value) ? value : null;

export interface JudgedMarket extends MarketKey {
  readonly question: string;
  /** The exchange's rules text, or null. */
  readonly rules: string | null;
  /** Timestamp of the question's own deadline, else the exchange's end date. */
  readonly deadline: string | null;
  /** Digest of its last judgement's inputs; null before the first. */
  readonly judged: string | null;
}

export interface WindowItem extends Omit<EvidenceItem, 'hints' | 'day'> {
  /** UTC ms. */
  readonly at: number;
  /** UTC ms. */
  readonly first_seen_at: number;
  readonly entities: readonly string[];
}

export interface CandidateItem extends WindowItem {
  readonly source: string;
  readonly url: string | null;
}

export interface JudgedLink {
  readonly grade: number;
  readonly reason: string;
  /** `<provider>:<model>`. */
  readonly judge: string;
  /** SHA-256 of the judge's instructions. */
  readonly prompt: string;
}

export interface EvidenceRow {
  readonly item: StoredItem & { readonly entities: readonly string[] };
  readonly relevance: number;
  readonly about: boolean;
  /** Null if not judged by then. */
  readonly verdict: JudgedLink | null;
  readonly circular: boolean;
  readonly paths: readonly string[];
  readonly story: string | null;
  /** First publisher family of the story, or null. */
  readonly origin_family: string | null;
  /** Items of the story, itself included; 0 without a story. */
  readonly copies: number;
}

/** The most relevant items are chosen among this many newest ones per source type. */
const SCANNED_ITEMS = 500;

export interface EvidenceLink {
  readonly item: string;
  readonly source_type: SourceType;
  /** Event time, UTC ms. */
  readonly at: number;
  /** When the link was found, UTC ms. */
  readonly seen_at: number;
  readonly relevance: number;
  /** Evidence, or only a near miss for the judge. */
  readonly counts: boolean;
  readonly about: boolean;
  /** Caused by the market itself: its own trade, or a twin of its question. */
  readonly circular: boolean;
  readonly paths: readonly string[];
}

export interface MarketLinks extends MarketKey {
  readonly market: string;
  readonly links: readonly EvidenceLink[];
}

/** The only writer of EVIDENCE. */
@Injectable()
export class EvidenceRepository {
  constructor(private readonly graph: GraphService) {}

  /** The current relationships in the graph; empty without a loaded seed. */
  async relationships(): Promise<CoverStep[]> {
    const rows = await this.graph.read<{ relationship: CoverStep }>('evidence/list-relationships');
    return rows.map(({ relationship }) => ({
      ...relationship,
      since: partialDate(relationship.since),
      until: partialDate(relationship.until),
    }));
  }

  /** The current names in the graph; empty without a loaded seed. */
  async entities(): Promise<EntityInGraph[]> {
    const rows = await this.graph.read<{ entity: EntityInGraph }>('evidence/list-entities');
    return rows.map(({ entity }) => entity);
  }

  openMarkets(): Promise<JudgedMarket[]> {
    return this.graph.read<JudgedMarket>('evidence/list-open-markets');
  }

  windowItems(since: number, now: number, limit: number): Promise<WindowItem[]> {
    return this.graph.read<WindowItem>('evidence/list-window-items', { since, now, limit });
  }

  /** The newest items of a span with one of the entities, `limit` per entity. */
  candidates(
    market: string,
    entities: readonly string[],
    { since, now }: { readonly since: number; readonly now: number },
    limit: number,
  ): Promise<CandidateItem[]> {
    return this.graph.read<CandidateItem>('evidence/list-candidates', { market, entities, since, now, limit });
  }

  /**
   * The evidence of each market from its `since` (UTC ms) to an instant, by relevance, then newest first; at most
   * `limit` per market.
   *
   * @param asked market `<exchange>/<ticker>`
   */
  async listForMarkets(
    asked: readonly { readonly market: string; readonly since: number }[],
    types: readonly SourceType[],
    now: number,
    limit: number,
  ): Promise<EvidenceRow[][]> {
    const rows = await this.graph.read<{ evidence: EvidenceRow[] }>('evidence/list-for-markets', {
      asked: asked.map((one) => ({ ...one })),
      types,
      now,
      scan: SCANNED_ITEMS,
      limit,
    });
    return rows.map(({ evidence }) => evidence);
  }

  /** Links items to markets within the transaction that stores the items. */
  async link(
    transaction: GraphTransaction,
    markets: readonly MarketLinks[],
    rule: number,
    toBeJudged: boolean,
  ): Promise<void> {
    const counted = withLinks(markets, ({ counts }) => counts);
    if (counted.length > 0) await transaction.run('evidence/link-items', { markets: counted, rule });
    if (!toBeJudged) return;
    // A market's own trade is not an opinion.
    const asked = newest(
      markets.flatMap(({ links }) =>
        links.filter(({ circular, source_type }) => !(circular && source_type === 'whale')),
      ),
      PAIRS_MAX,
    );
    const near = withLinks(markets, (link) => asked.has(link));
    if (near.length > 0) await transaction.run('evidence/link-near', { markets: near, rule });
  }

  /** Replaces the links of judged markets for the items of the window. */
  async relink(
    markets: readonly (MarketLinks & { readonly judged: string })[],
    since: number,
    rule: number,
    toBeJudged: boolean,
  ): Promise<void> {
    await this.graph.writeTransaction(async (transaction) => {
      await transaction.run('evidence/note-judged', {
        since,
        markets: markets.map(({ exchange, ticker, market, judged, links }) => ({
          exchange,
          ticker,
          market,
          judged,
          items: links.filter(({ counts }) => counts).map(({ item }) => item),
        })),
      });
      await this.link(
        transaction,
        markets.filter(({ links }) => links.length > 0),
        rule,
        toBeJudged,
      );
    });
  }
}

/** Of a flood only as many as the judge reads in a tick. */
const newest = (links: readonly EvidenceLink[], most: number): ReadonlySet<EvidenceLink> =>
  new Set(links.length <= most ? links : [...links].sort((a, b) => b.at - a.at).slice(0, most));

const withLinks = (markets: readonly MarketLinks[], holds: (link: EvidenceLink) => boolean): MarketLinks[] =>
  markets.map((market) => ({ ...market, links: market.links.filter(holds) })).filter(({ links }) => links.length > 0);
