import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../platform/common/durations';
import { groupBy } from '../platform/common/group-by';
import { meanInterval } from '../grading/confidence-interval';
import { mean } from '../grading/market-losses';
import { MARKETS_MIN } from '../grading/power';
import { TrackRecordRepository, type LaterMove } from './track-record.repository';
import { TrackRecordService } from './track-record.service';

export type Methodology = Awaited<ReturnType<MethodologyService['methodology']>>;

const SPAN_HOURS = 24;

@Injectable()
export class MethodologyService {
  constructor(
    private readonly repository: TrackRecordRepository,
    private readonly trackRecord: TrackRecordService,
  ) {}

  /** Of the primary population. */
  async methodology() {
    const population = await this.trackRecord.primary();
    const moves = await this.repository.listLaterMoves(population, SPAN_HOURS * HOUR_MS);
    return { population, spanHours: SPAN_HOURS, confluence: confluenceBands(moves) };
  }
}

/**
 * Scores (distinct source types ÷ 5) are fifths; one vote per market in each band, and intervals are over events. Moves
 * are those of the mid, toward the model's probability positive; null below {@link MARKETS_MIN} markets.
 */
const confluenceBands = (moves: readonly LaterMove[]) =>
  [0, 0.2, 0.4, 0.6, 0.8, 1].map((score) => {
    const inside = moves.filter((move) => Math.abs(move.score - score) < 0.05);
    const markets = [...groupBy(inside, ({ market }) => market).values()];
    const meanOver = (of: (move: LaterMove) => number): ReturnType<typeof meanInterval> =>
      meanInterval(
        markets.map((group) => ({ family: group[0]?.family ?? group[0]?.market ?? '', value: mean(group.map(of)) })),
      );
    const shown = <T>(figure: T): T | null => (markets.length >= MARKETS_MIN ? figure : null);
    const absolute = meanOver(({ before, after }) => Math.abs(after - before));
    const toward = meanOver(({ before, after, probability_yes: p }) => (after - before) * Math.sign(p - before));
    return {
      score,
      predictions: inside.length,
      markets: markets.length,
      absoluteMove: shown(absolute.mean),
      absoluteMoveInterval: shown(absolute.interval),
      moveTowardModel: shown(toward.mean),
      moveTowardModelInterval: shown(toward.interval),
    };
  });
