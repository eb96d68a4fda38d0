import { Injectable } from '@nestjs/common';
import type { SourceType } from '../platform/common/source-type';
import { GraphService } from '../platform/graph/graph.service';
import type { EvidenceGroup, NewestEvidence } from './confluence';
import type { CountedItem, ReadingRow } from './confluence.dto';
import { marketKeys, type MarketKey } from '../markets/market-key';

/** Time window of counted items, UTC ms, both ends inclusive. */
export interface EvidenceWindow {
  readonly since: number;
  readonly now: number;
}

interface ScoredMarket extends MarketKey {
  readonly score: number;
  /** Sorted by type. */
  readonly evidence: readonly NewestEvidence[];
  /** Without evidence caused by the market itself. */
  readonly independent: readonly NewestEvidence[];
}

export interface NewReading extends MarketKey, Pick<ReadingRow, 'score' | 'source_types' | 'weighted_score'> {}

interface MarketReadingsRow extends MarketKey {
  readonly question: string | null;
  readonly rules: string | null;
  /** Timestamp of the question's own deadline, else the exchange's end date. */
  readonly deadline: string | null;
  readonly entities: readonly string[];
  readonly readings: readonly ReadingRow[];
}

export interface EvidenceRow {
  readonly type: SourceType;
  readonly items: number;
  /** Number of items seen by a judge. */
  readonly judged: number;
  readonly circular: number;
  readonly newest: number;
  readonly newest_independent: number | null;
  readonly origins: readonly EvidenceGroup[];
}

export interface TopItemRow {
  readonly type: SourceType;
  readonly item: CountedItem;
}

/** Number of a type's newest items from which the most relevant are shown. */
const SCANNED_ITEMS = 500;

/** Confluence in the graph: scores of a tick, readings, and a market's evidence. */
@Injectable()
export class ConfluenceRepository {
  constructor(private readonly graph: GraphService) {}

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

  /** Readings of markets up to an instant, newest first; unknown markets are omitted. */
  async readings(markets: readonly MarketKey[], asOf: number, limit: number): Promise<MarketReadingsRow[]> {
    return this.graph.read('confluence/list-readings', {
      markets: marketKeys(markets),
      as_of: asOf,
      limit,
    });
  }

  /** Evidence of each market in its window, per source type. */
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

  /** Newest counted items of each source type for a market. */
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
  /** One instant per requested type, UTC ms; 0 for none. */
  readonly newest: readonly number[];
  readonly independent: readonly number[];
}
