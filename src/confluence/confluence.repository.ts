import { Injectable } from '@nestjs/common';
import type { SourceType } from '../platform/common/source-type';
import { GraphService } from '../platform/graph/graph.service';
import type { JudgedLink } from '../evidence/evidence.repository';
import type { EvidenceGroup, NewestEvidence } from './confluence';

/** The window of event time whose items count, UTC ms, both ends inclusive. */
export interface EvidenceWindow {
  readonly since: number;
  readonly now: number;
}

/** A market that is still open, scored. */
interface ScoredMarket {
  readonly exchange: string;
  readonly ticker: string;
  readonly score: number;
  /** Sorted by type. */
  readonly evidence: readonly NewestEvidence[];
  /** The same without what the market caused itself. */
  readonly independent: readonly NewestEvidence[];
}

export interface NewReading {
  readonly exchange: string;
  readonly ticker: string;
  readonly score: number;
  readonly source_types: readonly SourceType[];
  readonly weighted_score: number;
}

/** A reading held from `at` to `until`, UTC ms; the weighted score is that of `at`. */
export interface ReadingRow {
  readonly at: number;
  readonly until: number;
  readonly score: number;
  readonly source_types: readonly SourceType[];
  readonly weighted_score: number;
  /** Version of the rule of evidence; null before there was one. */
  readonly rule: number | null;
}

export interface MarketKey {
  readonly exchange: string;
  readonly ticker: string;
}

interface MarketReadingsRow extends MarketKey {
  readonly question: string | null;
  /** The exchange's rules text, or null. */
  readonly rules: string | null;
  /** Timestamp of the question's own deadline, else the exchange's end date. */
  readonly deadline: string | null;
  readonly entities: readonly string[];
  readonly readings: readonly ReadingRow[];
}

export interface EvidenceRow {
  readonly type: SourceType;
  readonly items: number;
  /** Of them those that a judge looked at. */
  readonly judged: number;
  readonly circular: number;
  readonly newest: number;
  readonly newest_independent: number | null;
  readonly origins: readonly EvidenceGroup[];
}

export interface TopItemRow {
  readonly type: SourceType;
  readonly item: {
    readonly id: string;
    readonly title: string;
    readonly source: string;
    readonly publisher: string | null;
    readonly lang: string | null;
    readonly url: string | null;
    readonly at: number;
    readonly circular: boolean;
    /** 0 to 1. */
    readonly relevance: number;
    readonly about: boolean;
    /** What a judge said, where one was asked by then. */
    readonly verdict: JudgedLink | null;
    readonly paths: readonly string[];
    readonly story: string | null;
    /** Items that report the same story, itself included. */
    readonly copies: number;
  };
}

/** Newest items of one type among which the most relevant are shown. */
const SCANNED_ITEMS = 500;

/** Confluence in the graph: scores of a tick, their readings, and the evidence of one market. */
@Injectable()
export class ConfluenceRepository {
  constructor(private readonly graph: GraphService) {}

  /** Every open market with its score. */
  async scoreAll(
    types: readonly SourceType[],
    circularTypes: readonly SourceType[],
    window: EvidenceWindow,
  ): Promise<ScoredMarket[]> {
    const sorted = [...types].sort();
    const rows = await this.graph.read<ScoredRow>('confluence/score-markets', {
      types: sorted,
      circular: circularTypes,
      ...window,
    });
    const evidenceOf = (instants: readonly number[]): NewestEvidence[] =>
      sorted.flatMap((type, index) => {
        const at = instants[index] ?? 0;
        return at > 0 ? [{ type, newest: at }] : [];
      });
    return rows.map(({ exchange, ticker, score, newest, independent }) => ({
      exchange,
      ticker,
      score,
      evidence: evidenceOf(newest),
      independent: evidenceOf(independent),
    }));
  }

  async store(readings: readonly NewReading[], at: number, keep: number, rule: number): Promise<void> {
    await this.graph.write('confluence/store-readings', { readings, at, keep, rule });
  }

  /** Markets with their readings up to an instant, newest first; unknown ones are left out. */
  async readings(markets: readonly MarketKey[], asOf: number, limit: number): Promise<MarketReadingsRow[]> {
    return this.graph.read('confluence/list-readings', {
      markets: markets.map(({ exchange, ticker }) => ({ exchange, ticker })),
      as_of: asOf,
      limit,
    });
  }

  /** The evidence of each market in its window, per source type. */
  async summaries(
    asked: readonly ({ readonly market: string } & EvidenceWindow)[],
    types: readonly SourceType[],
  ): Promise<EvidenceRow[][]> {
    const rows = await this.graph.read<{ summary: EvidenceRow[] }>('confluence/summarise-evidence', {
      asked: asked.map((one) => ({ ...one })),
      types,
    });
    return rows.map(({ summary }) => summary);
  }

  /** The newest items of each source type that count for one market. */
  async topItems(
    market: string,
    types: readonly SourceType[],
    window: EvidenceWindow,
    limit: number,
  ): Promise<TopItemRow[]> {
    return this.graph.read('confluence/list-top-items', { market, types, ...window, scan: SCANNED_ITEMS, limit });
  }
}

interface ScoredRow extends Omit<ScoredMarket, 'evidence' | 'independent'> {
  /** One instant for each type asked for, UTC ms; 0 for none. */
  readonly newest: readonly number[];
  readonly independent: readonly number[];
}
