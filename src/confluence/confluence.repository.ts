import { Injectable } from '@nestjs/common';
import type { SourceType } from '../common/source-type';
import { GraphService } from '../graph/graph.service';
import type { EvidenceGroup, NewestEvidence } from './confluence';
import type { OwnEvidence } from './newest-independent';

/** The window of event time whose items count, UTC ms, both ends inclusive. */
export interface EvidenceWindow {
  readonly since: number;
  readonly now: number;
}

/** A market that is still open, scored. */
export interface ScoredMarket {
  readonly exchange: string;
  readonly ticker: string;
  readonly score: number;
  /** Entities whose items count: its own, and instruments that lead one of them. */
  readonly scope: readonly string[];
  /** Sorted by type. */
  readonly evidence: readonly NewestEvidence[];
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
}

export interface MarketReadingsRow {
  readonly question: string | null;
  readonly entities: readonly string[];
  readonly scope: readonly string[];
  readonly readings: readonly ReadingRow[];
}

export interface EvidenceRow {
  readonly type: SourceType;
  readonly items: number;
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
  };
}

export interface UnpairedRow {
  readonly id: string;
  readonly title: string;
  readonly markets: readonly { exchange: string; ticker: string; question: string | null }[];
}

/** Confluence in the graph: scores of a tick, their readings, and the evidence of one market. */
@Injectable()
export class ConfluenceRepository {
  constructor(private readonly graph: GraphService) {}

  /** What one tick needs: every open market with its score, and the evidence that may be circular. */
  async scoreAll(
    types: readonly SourceType[],
    circularTypes: readonly SourceType[],
    window: EvidenceWindow,
  ): Promise<{ markets: ScoredMarket[]; own: OwnEvidence[] }> {
    const sorted = [...types].sort();
    const [scored, unlinked, own] = await Promise.all([
      this.graph.read<ScoredRow>('confluence/score-markets', { types: sorted, ...window }),
      this.graph.read<{ exchange: string; ticker: string }>('confluence/list-unlinked'),
      this.graph.read<OwnEvidence>('confluence/list-own-evidence', {
        types: circularTypes,
        ...window,
      }),
    ]);
    const markets = scored.map(({ newest, ...row }) => ({
      ...row,
      evidence: sorted.flatMap((type, index) => {
        const at = newest[index] ?? 0;
        return at > 0 ? [{ type, newest: at }] : [];
      }),
    }));
    return {
      markets: [
        ...markets,
        ...unlinked.map((row) => ({ ...row, score: 0, scope: [], evidence: [] })),
      ],
      own,
    };
  }

  async store(readings: readonly NewReading[], at: number, keep: number): Promise<void> {
    await this.graph.write('confluence/store-readings', { readings, at, keep });
  }

  async listUnpaired(window: EvidenceWindow): Promise<UnpairedRow[]> {
    return this.graph.read<UnpairedRow>('confluence/list-unpaired', { ...window });
  }

  async pair(
    ids: readonly string[],
    pairs: readonly { id: string; exchange: string; ticker: string }[],
  ): Promise<void> {
    await this.graph.write('confluence/pair-questions', { ids, pairs });
  }

  /** A market with its readings up to an instant, newest first, or null when there is no such market. */
  async getReadings(
    exchange: string,
    ticker: string,
    asOf: number,
    limit: number,
  ): Promise<MarketReadingsRow | null> {
    const [row] = await this.graph.read<MarketReadingsRow>('confluence/get-reading', {
      exchange,
      ticker,
      as_of: asOf,
      limit,
    });
    return row ?? null;
  }

  /** The last reading of a market up to an instant, or null. */
  async lastReading(
    exchange: string,
    ticker: string,
    asOf: number,
  ): Promise<Pick<ReadingRow, 'score' | 'source_types'> | null> {
    const [row] = await this.graph.read<Pick<ReadingRow, 'score' | 'source_types'>>(
      'confluence/last-reading',
      { exchange, ticker, as_of: asOf },
    );
    return row ?? null;
  }

  /** The evidence of one market, per source type, in the order of `types`. */
  async evidence(
    market: string,
    scope: readonly string[],
    types: readonly SourceType[],
    window: EvidenceWindow,
    topItems: number,
  ): Promise<{ summary: EvidenceRow[]; items: TopItemRow[] }> {
    const about = { market, scope, types, ...window };
    return this.graph.readTransaction(async (transaction) => ({
      summary: await transaction.run<EvidenceRow>('confluence/summarise-evidence', about),
      items: await transaction.run<TopItemRow>('confluence/list-top-items', {
        ...about,
        limit: topItems,
      }),
    }));
  }
}

interface ScoredRow extends Omit<ScoredMarket, 'evidence'> {
  /** One instant for each type asked for, UTC ms; 0 for none. */
  readonly newest: readonly number[];
}
