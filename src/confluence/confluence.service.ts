import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { HOUR_MS } from '../common/durations';
import { ProblemException } from '../common/problem';
import { SOURCE_TYPES, type SourceType } from '../common/source-type';
import { ENVIRONMENT, type Environment } from '../config/environment';
import {
  confluenceScore,
  contribution,
  fullWeight,
  independence,
  weightedScore,
  type Independence,
  type NewestEvidence,
} from './confluence';
import {
  ConfluenceRepository,
  type EvidenceRow,
  type EvidenceWindow,
  type NewReading,
  type ReadingRow,
  type TopItemRow,
} from './confluence.repository';
import { CIRCULAR_TYPES, newestIndependent, type OwnEvidence } from './newest-independent';
import { SOURCE_TYPE_SEED, type SourceTypeSeed } from './source-type-seed.provider';
import { isTwinQuestion } from './twin-question';

/** What one source type says about a market. */
export interface Contribution {
  readonly sourceType: SourceType;
  readonly weight: number;
  readonly itemCount: number;
  readonly circularCount: number;
  readonly newestAt: number;
  /** What it adds to the weighted score; 0 when all of it is circular. */
  readonly weighted: number;
  readonly items: readonly TopItemRow['item'][];
}

/** Everything about the confluence of one market at one instant; instants are UTC ms. */
export interface ConfluenceResult {
  readonly exchange: string;
  readonly ticker: string;
  readonly question: string | null;
  readonly score: number;
  readonly sourceTypes: readonly SourceType[];
  readonly weightedScore: number;
  readonly contributions: readonly Contribution[];
  readonly independence: Independence;
  /** Entities of the market itself. */
  readonly entities: readonly string[];
  /** Instruments whose items count because they lead one of the entities. */
  readonly leadingIndicators: readonly string[];
  readonly windowHours: number;
  readonly computedAt: number;
  readonly history: readonly ReadingRow[];
}

/** The score alone, as a bundle quotes it. */
export type ConfluenceScore = Pick<ConfluenceResult, 'score' | 'sourceTypes' | 'windowHours'>;

export interface ComputedConfluence {
  readonly markets: number;
  /** Markets with a score above 0. */
  readonly corroborated: number;
}

/** A weighted score that moved less than this does not make a new reading within the hour. */
const READING_STEP = 0.05;
const HISTORY_MAX = 200;
const TOP_ITEMS = 5;

/** Scores every tracked market each tick, keeps the readings, and explains one of them. */
@Injectable()
export class ConfluenceService {
  constructor(
    private readonly repository: ConfluenceRepository,
    @Inject(SOURCE_TYPE_SEED) private readonly seed: SourceTypeSeed,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'confluenceWindowHours'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Computes and stores the confluence of all markets that are still open, as of `now` (UTC ms). */
  async computeAll(now: number): Promise<ComputedConfluence> {
    const window = this.windowAt(now);
    await this.pairQuestions(window);
    const { markets, own } = await this.repository.scoreAll(SOURCE_TYPES, CIRCULAR_TYPES, window);
    const ownByEntity = groupByEntity(own);
    const readings = markets.map(({ exchange, ticker, score, scope, evidence }): NewReading => {
      const market = `${exchange}/${ticker}`;
      const independent = newestIndependent(market, scope, evidence, ownByEntity);
      return {
        exchange,
        ticker,
        score,
        source_types: evidence.map(({ type }) => type),
        weighted_score: weightedScore(independent, now, this.seed),
      };
    });
    await this.repository.store(readings, now, READING_STEP);
    return {
      markets: readings.length,
      corroborated: readings.filter(({ score }) => score > 0).length,
    };
  }

  /**
   * The confluence of one market as it stood at an instant: its last reading up to then, with the
   * evidence of the window that ended when it was computed.
   *
   * @throws ProblemException `not-found` for a market that is not tracked
   */
  async get(exchange: string, ticker: string, asOf?: number): Promise<ConfluenceResult> {
    const now = nowMillis(this.clock);
    const instant = Math.min(asOf ?? now, now);
    const market = await this.repository.getReadings(exchange, ticker, instant, HISTORY_MAX);
    if (market === null)
      throw new ProblemException('not-found', {
        detail: 'No tracked market of this exchange has this ticker.',
      });
    const [reading] = market.readings;
    const computedAt =
      reading === undefined ? instant : reading.until <= instant ? reading.until : reading.at;
    const { summary, items } = await this.repository.evidence(
      `${exchange}/${ticker}`,
      market.scope,
      SOURCE_TYPES,
      this.windowAt(computedAt),
      TOP_ITEMS,
    );
    const contributions = summary
      .map((row) => this.contributionOf(row, items, computedAt))
      .sort((a, b) => (a.sourceType < b.sourceType ? -1 : 1));
    const sourceTypes = reading?.source_types ?? contributions.map(({ sourceType }) => sourceType);
    return {
      exchange,
      ticker,
      question: market.question,
      score: reading?.score ?? confluenceScore(sourceTypes),
      sourceTypes,
      weightedScore: weightedScore(independentEvidence(summary), computedAt, this.seed),
      contributions,
      independence: independence(
        summary.flatMap(({ origins }) => origins),
        this.seed.partyOf,
      ),
      entities: market.entities,
      leadingIndicators: market.scope.filter((id) => !market.entities.includes(id)),
      windowHours: this.environment.confluenceWindowHours,
      computedAt,
      history: market.readings,
    };
  }

  /**
   * The score as {@link get} states it, without its evidence where a reading is kept.
   *
   * @throws ProblemException `not-found` for a market that is not tracked
   */
  async getScore(exchange: string, ticker: string, asOf: number): Promise<ConfluenceScore> {
    const reading = await this.repository.lastReading(exchange, ticker, asOf);
    if (reading === null) return this.get(exchange, ticker, asOf);
    return {
      score: reading.score,
      sourceTypes: reading.source_types,
      windowHours: this.environment.confluenceWindowHours,
    };
  }

  private contributionOf(
    row: EvidenceRow,
    items: readonly TopItemRow[],
    computedAt: number,
  ): Contribution {
    const [independent] = independentEvidence([row]);
    return {
      sourceType: row.type,
      weight: this.seed.weights[row.type],
      itemCount: row.items,
      circularCount: row.circular,
      newestAt: row.newest,
      weighted:
        independent === undefined
          ? 0
          : contribution(independent, computedAt, this.seed) / fullWeight(this.seed),
      items: items.filter(({ type }) => type === row.type).map(({ item }) => item),
    };
  }

  /** Notes which new forecaster questions ask the same as a market. */
  private async pairQuestions(window: EvidenceWindow): Promise<void> {
    const unpaired = await this.repository.listUnpaired(window);
    if (unpaired.length === 0) return;
    const pairs = unpaired.flatMap(({ id, title, markets }) =>
      markets
        .filter(({ question }) => question !== null && isTwinQuestion(title, question))
        .map(({ exchange, ticker }) => ({ id, exchange, ticker })),
    );
    await this.repository.pair(
      unpaired.map(({ id }) => id),
      pairs,
    );
  }

  private windowAt(now: number): EvidenceWindow {
    return { since: now - this.environment.confluenceWindowHours * HOUR_MS, now };
  }
}

const independentEvidence = (rows: readonly EvidenceRow[]): NewestEvidence[] =>
  rows.flatMap(({ type, newest_independent: newest }) =>
    newest === null ? [] : [{ type, newest }],
  );

const groupByEntity = (own: readonly OwnEvidence[]): Map<string, OwnEvidence[]> => {
  const groups = new Map<string, OwnEvidence[]>();
  for (const row of own) groups.set(row.entity, [...(groups.get(row.entity) ?? []), row]);
  return groups;
};
