import { Injectable } from '@nestjs/common';
import type { SourceType } from '../platform/common/source-type';
import type { StoredItem } from '../event-log/item.repository';
import { isPartialDate } from '../ontology/partial-date';
import type { CoverStep } from './cover';
import { GraphService, type GraphTransaction } from '../platform/graph/graph.service';

/** People write what they like into Neo4j Browser: what is no date bounds nothing. */
const partialDate = (value: unknown): string | null =>
  typeof value === 'string' && isPartialDate(value) ? value : null;

/** A market whose evidence is judged. */
export interface JudgedMarket {
  readonly exchange: string;
  readonly ticker: string;
  readonly question: string;
  /** The exchange's rules text, or null. */
  readonly rules: string | null;
  /** Timestamp of the question's own deadline, else the exchange's end date. */
  readonly deadline: string | null;
  /** What its evidence was last judged by; null where it never was. */
  readonly judged: string | null;
}

/** An item of the window as it is stored. */
export interface WindowItem {
  readonly id: string;
  readonly title: string;
  readonly summary: string | null;
  readonly lang: string | null;
  readonly source_type: SourceType;
  readonly at: number;
  readonly first_seen_at: number;
  /** The market that it is of, `<exchange>/<ticker>` (whale trades). */
  readonly market: string | null;
  readonly instrument: string | null;
  /** Day on which what a calendar announces begins. */
  readonly due: string | null;
  readonly entities: readonly string[];
}

/** An item that may bear on a market. */
export interface CandidateItem extends WindowItem {
  readonly source: string;
  readonly url: string | null;
}

/** What a judge said of a link, as it is shown and sealed. */
export interface JudgedLink {
  readonly grade: number;
  readonly reason: string;
  /** `<provider>:<model>`. */
  readonly judge: string;
  /** SHA-256 of what it was told. */
  readonly prompt: string;
}

/** An item that is evidence for a market, and why. */
export interface EvidenceRow {
  /** As it is stored, with the entities that it touches. */
  readonly item: StoredItem & { readonly entities: readonly string[] };
  readonly relevance: number;
  readonly about: boolean;
  /** What a judge said, where one was asked by then. */
  readonly verdict: JudgedLink | null;
  readonly circular: boolean;
  readonly paths: readonly string[];
  readonly story: string | null;
  /** Family that published the story first, or null without a story. */
  readonly origin_family: string | null;
  /** Items that report the story, itself included; 0 without a story. */
  readonly copies: number;
}

/** Newest items of one source type among which the most relevant are listed. */
const SCANNED_ITEMS = 500;

/** That an item bears on a market. */
export interface EvidenceLink {
  readonly item: string;
  readonly source_type: SourceType;
  /** Event time, UTC ms. */
  readonly at: number;
  /** Since when the link is known, UTC ms. */
  readonly seen_at: number;
  readonly relevance: number;
  /** Whether it is evidence, or only came near enough for a judge to be asked. */
  readonly counts: boolean;
  readonly about: boolean;
  /** Whether the market caused it itself: its own trade, or a twin of its question. */
  readonly circular: boolean;
  readonly paths: readonly string[];
}

export interface MarketLinks {
  readonly exchange: string;
  readonly ticker: string;
  readonly market: string;
  readonly links: readonly EvidenceLink[];
}

/** Evidence in the graph; the only writer of EVIDENCE. */
@Injectable()
export class EvidenceRepository {
  constructor(private readonly graph: GraphService) {}

  /** What the graph states of the ontology now; empty where no seed was loaded into it. */
  async relationships(): Promise<CoverStep[]> {
    const rows = await this.graph.read<{ relationship: CoverStep }>('evidence/list-relationships');
    return rows.map(({ relationship }) => ({
      ...relationship,
      since: partialDate(relationship.since),
      until: partialDate(relationship.until),
    }));
  }

  openMarkets(): Promise<JudgedMarket[]> {
    return this.graph.read<JudgedMarket>('evidence/list-open-markets');
  }

  windowItems(since: number, now: number, limit: number): Promise<WindowItem[]> {
    return this.graph.read<WindowItem>('evidence/list-window-items', { since, now, limit });
  }

  /** The newest items of a span that touch one of the entities, `limit` of each. */
  candidates(
    market: string,
    entities: readonly string[],
    { since, now }: { readonly since: number; readonly now: number },
    limit: number,
  ): Promise<CandidateItem[]> {
    return this.graph.read<CandidateItem>('evidence/list-candidates', { market, entities, since, now, limit });
  }

  /**
   * The evidence of each market from its `since` (UTC ms) to an instant, the most relevant first and of equals the
   * newest; at most `limit` of one market.
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

  /** Ties items to markets within the transaction that stores the items. */
  async link(
    transaction: GraphTransaction,
    markets: readonly MarketLinks[],
    rule: number,
    toBeJudged: boolean,
  ): Promise<void> {
    const counted = withLinks(markets, ({ counts }) => counts);
    if (counted.length > 0) await transaction.run('evidence/link-items', { markets: counted, rule });
    if (!toBeJudged) return;
    // A market's own trade is no opinion.
    const near = withLinks(markets, ({ circular, source_type }) => !(circular && source_type === 'whale'));
    if (near.length > 0) await transaction.run('evidence/link-near', { markets: near, rule });
  }

  /** Ties the items of the window to markets that are judged anew; links that no longer count go. */
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

const withLinks = (markets: readonly MarketLinks[], holds: (link: EvidenceLink) => boolean): MarketLinks[] =>
  markets.map((market) => ({ ...market, links: market.links.filter(holds) })).filter(({ links }) => links.length > 0);
