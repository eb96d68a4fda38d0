import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../platform/common/durations';
import { groupBy } from '../platform/common/group-by';
import { meanInterval } from '../grading/confidence-interval';
import type { Interval } from '../grading/distributions';
import { mean } from '../grading/market-losses';
import { MARKETS_MIN } from '../grading/power';
import { TrackRecordRepository, type LaterMove } from './track-record.repository';
import { TrackRecordService } from './track-record.service';

interface ConfluenceBand {
  /** 0, 0.2, … 1: the score is distinct source types ÷ 5. */
  readonly score: number;
  readonly predictions: number;
  /** Distinct markets: n of the means. */
  readonly markets: number;
  /** Mean absolute change of the mid, as a price; this and the rest null below {@link MARKETS_MIN} markets. */
  readonly absoluteMove: number | null;
  readonly absoluteMoveInterval: Interval | null;
  /** Mean change toward the model's probability: positive if the market followed. */
  readonly moveTowardModel: number | null;
  readonly moveTowardModelInterval: Interval | null;
}

export interface Methodology {
  readonly population: string;
  readonly spanHours: number;
  readonly confluence: readonly ConfluenceBand[];
}

const SPAN_HOURS = 24;

@Injectable()
export class MethodologyService {
  constructor(
    private readonly repository: TrackRecordRepository,
    private readonly trackRecord: TrackRecordService,
  ) {}

  /** Of the primary population. */
  async methodology(): Promise<Methodology> {
    const population = await this.trackRecord.primary();
    const moves = await this.repository.listLaterMoves(population, SPAN_HOURS * HOUR_MS);
    return { population, spanHours: SPAN_HOURS, confluence: confluenceBands(moves) };
  }
}

/** Scores are fifths; one vote per market in each band, and intervals are over events. */
const confluenceBands = (moves: readonly LaterMove[]): ConfluenceBand[] =>
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
