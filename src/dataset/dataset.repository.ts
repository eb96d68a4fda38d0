import { Injectable } from '@nestjs/common';
import { GraphService } from '../platform/graph/graph.service';
import type { SettledAnswers } from './answer-record';
import type { PopulationCountsResponse } from './dataset.dto';
import type { SettledCall } from './group-record';
import type { SettledPrediction } from './evaluation-record';

export interface RowSpan {
  readonly n_markets: number;
  /** Times of the oldest and newest row; null without rows. */
  readonly first_at: string | null;
  readonly last_at: string | null;
}

/** Position after which a page of settled predictions begins. */
export interface RowPosition {
  readonly made_at: string;
  readonly id: string;
}

export const FIRST_ROW: RowPosition = { made_at: '', id: '' };

/** Up to this many predictions are counted on every request. */
const COUNTED_AT_ONCE = 5_000;
/** Larger counts are updated each tick, at most this often. */
const REST_MS = 30_000;

const isLarge = (counts: readonly PopulationCountsResponse[]): boolean =>
  counts.reduce((sum, { n_registered }) => sum + n_registered, 0) > COUNTED_AT_ONCE;

@Injectable()
export class DatasetRepository {
  private counted: readonly PopulationCountsResponse[] | null = null;
  private counting: Promise<readonly PopulationCountsResponse[]> | null = null;
  private isResting = false;

  constructor(private readonly graph: GraphService) {}

  async listSettled(population: string, after: RowPosition, limit: number): Promise<SettledPrediction[]> {
    const rows = await this.graph.read<{ prediction: SettledPrediction }>('dataset/list-settled', {
      population,
      ...after,
      limit,
    });
    return rows.map(({ prediction }) => prediction);
  }

  /** The same predictions with their shadow answers. */
  async listSettledAnswers(population: string, after: RowPosition, limit: number): Promise<SettledAnswers[]> {
    return this.graph.read<SettledAnswers>('dataset/list-settled-answers', { population, ...after, limit });
  }

  /** Calls whose several markets are all decided, with the position of the first prediction. */
  async listSettledGroups(
    population: string,
    after: RowPosition,
    limit: number,
  ): Promise<(SettledCall & RowPosition)[]> {
    return this.graph.read('dataset/list-settled-groups', { population, ...after, limit });
  }

  /** @throws Error if the aggregate query returns no row, which cannot happen */
  async spanOfRows(population: string): Promise<RowSpan> {
    const [span] = await this.graph.read<RowSpan>('dataset/span-of-rows', { population });
    if (span === undefined) throw new Error('No row from dataset/span-of-rows');
    return span;
  }

  /** Current counts; for many predictions those of the last tick, or of half a minute ago. */
  async countPopulations(): Promise<readonly PopulationCountsResponse[]> {
    if (this.counted === null || !isLarge(this.counted)) return this.recount();
    if (!this.isResting) {
      this.rest();
      this.recount().catch(() => undefined);
    }
    return this.counted;
  }

  /** Counts again, reading every prediction. */
  async recount(): Promise<readonly PopulationCountsResponse[]> {
    this.counting ??= this.graph
      .read<PopulationCountsResponse>('dataset/count-populations')
      .then((counts) => (this.counted = counts))
      .finally(() => {
        this.counting = null;
      });
    return this.counting;
  }

  private rest(): void {
    this.isResting = true;
    setTimeout(() => {
      this.isResting = false;
    }, REST_MS).unref();
  }
}
