import { Injectable } from '@nestjs/common';
import { GraphService } from '../platform/graph/graph.service';
import type { GradedRow } from '../grading/graded-rows';
import type { TradeFact } from './graded-trades';

export interface LaterMove {
  readonly market: string;
  readonly family: string | null;
  readonly score: number;
  readonly before: number;
  readonly after: number;
  readonly probability_yes: number;
}

/** Maximum (newest) rows per statistic. */
const ROWS_MAX = 100_000;

@Injectable()
export class TrackRecordRepository {
  constructor(private readonly graph: GraphService) {}

  async listPopulations(): Promise<string[]> {
    const rows = await this.graph.read<{ population: string }>('track-record/list-populations');
    return rows.map(({ population }) => population);
  }

  /** @param since timestamp; excludes trades closed before */
  async listTrades(population: string, since: string, minConfidence: number): Promise<TradeFact[]> {
    return this.graph.read<TradeFact>('track-record/list-trades', { population, since, min_confidence: minConfidence });
  }

  /** @param since timestamp of the earliest resolution; empty for all */
  async listGraded(population: string, since = ''): Promise<GradedRow[]> {
    return this.graph.read<GradedRow>('track-record/list-graded', { population, since, limit: ROWS_MAX });
  }

  async listLaterMoves(population: string, spanMs: number): Promise<LaterMove[]> {
    return this.graph.read<LaterMove>('track-record/list-later-moves', {
      population,
      span_ms: spanMs,
      limit: ROWS_MAX,
    });
  }

  /** JSON of the last tick's report, or null before the first. */
  async lastTick(): Promise<string | null> {
    const [row] = await this.graph.read<{ report: string | null }>('track-record/get-last-tick');
    return row?.report ?? null;
  }
}
