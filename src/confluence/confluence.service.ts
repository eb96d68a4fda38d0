import { Inject, Injectable } from '@nestjs/common';
import { present } from '../platform/common/assert';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { HOUR_MS } from '../platform/common/durations';
import { ProblemException } from '../platform/http/problem';
import { SOURCE_TYPES, type SourceType } from '../platform/common/source-type';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import {
  confluenceScore,
  contribution,
  fullWeight,
  independence,
  weightedScore,
  type EvidenceGroup,
  type Independence,
  type NewestEvidence,
} from './confluence';
import {
  ConfluenceRepository,
  type EvidenceRow,
  type EvidenceWindow,
  type MarketKey,
  type NewReading,
  type ReadingRow,
  type TopItemRow,
} from './confluence.repository';
import { SOURCE_TYPE_SEED, type SourceTypeSeed } from './source-type-seed.provider';
import { EvidenceService, type NearMiss } from '../evidence/evidence.service';
import { SourceCatalogue } from '../ingestion/source-catalogue.service';

/** What one source type says about a market. */
export interface Contribution {
  readonly sourceType: SourceType;
  readonly weight: number;
  readonly itemCount: number;
  /** Of the items those that a judge looked at. */
  readonly judgedCount: number;
  readonly circularCount: number;
  readonly newestAt: number;
  /** What it adds to the weighted score; 0 when all of it is circular. */
  readonly weighted: number;
  readonly items: readonly TopItemRow['item'][];
}

/** How a market is corroborated at one instant; instants are UTC ms. */
export interface ConfluenceState {
  readonly exchange: string;
  readonly ticker: string;
  readonly question: string | null;
  readonly score: number;
  readonly sourceTypes: readonly SourceType[];
  readonly weightedScore: number;
  readonly independence: Independence;
  /** Entities of the market itself. */
  readonly entities: readonly string[];
  /** Version of the rule by which evidence counts; null for a reading of before there was one. */
  readonly rule: number | null;
  /** Whether that is the present rule. */
  readonly comparable: boolean;
  readonly windowHours: number;
  readonly computedAt: number;
  readonly history: readonly ReadingRow[];
}

/** The same with the items that count and those that nearly do. */
export interface ConfluenceResult extends ConfluenceState {
  readonly contributions: readonly Contribution[];
  /** Instruments that are the recognised gauge of what is asked. */
  readonly leadingIndicators: readonly string[];
  /** What came near and does not count, the nearest first. */
  readonly nearMisses: readonly NearMiss[];
}

interface ComputedConfluence {
  readonly markets: number;
  /** Markets with a score above 0. */
  readonly corroborated: number;
}

/** A weighted score that moved less than this does not make a new reading within the hour. */
const READING_STEP = 0.05;
const HISTORY_MAX = 200;
const TOP_ITEMS = 5;
const NEAR_MISSES = 5;
/** Source types in which a market can speak of itself: its own trades, and the question of a forecasting site that asks the same. */
const CIRCULAR_TYPES = ['whale', 'forecaster'] as const satisfies readonly SourceType[];

/** Scores every tracked market each tick, keeps the readings, and explains one of them. */
@Injectable()
export class ConfluenceService {
  constructor(
    private readonly repository: ConfluenceRepository,
    private readonly evidence: EvidenceService,
    private readonly sources: SourceCatalogue,
    @Inject(SOURCE_TYPE_SEED) private readonly seed: SourceTypeSeed,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'confluenceWindowHours'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Computes and stores the confluence of all markets that are still open, as of `now` (UTC ms). */
  async computeAll(now: number): Promise<ComputedConfluence> {
    const markets = await this.repository.scoreAll(SOURCE_TYPES, CIRCULAR_TYPES, this.windowAt(now));
    const readings = markets.map(({ exchange, ticker, score, evidence, independent }): NewReading => ({
      exchange,
      ticker,
      score,
      source_types: evidence.map(({ type }) => type),
      weighted_score: weightedScore(independent, now, this.seed),
    }));
    await this.repository.store(readings, now, READING_STEP, this.evidence.ruleVersion);
    return { markets: readings.length, corroborated: readings.filter(({ score }) => score > 0).length };
  }

  /**
   * The confluence of one market as it stood at an instant: its last reading up to then, with the
   * evidence of the window that ended when it was computed.
   *
   * @throws ProblemException `not-found` for a market that is not tracked
   */
  async get(exchange: string, ticker: string, asOf?: number): Promise<ConfluenceResult> {
    const [read] = await this.read([{ exchange, ticker }], asOf);
    if (read === undefined)
      throw new ProblemException('not-found', { detail: 'No tracked market of this exchange has this ticker.' });
    const { state, summary, window, scope } = read;
    const [items, nearMisses] = await Promise.all([
      this.repository.topItems(`${exchange}/${ticker}`, SOURCE_TYPES, window, TOP_ITEMS),
      this.evidence.nearMisses(scope, window.since, window.now, NEAR_MISSES),
    ]);
    return {
      ...state,
      contributions: summary
        .map((row) => this.contributionOf(row, items, window.now))
        .sort((a, b) => (a.sourceType < b.sourceType ? -1 : 1)),
      leadingIndicators: this.evidence.gaugesOf(scope),
      nearMisses,
    };
  }

  /** The figures of {@link get} of several markets, without the items behind them; unknown markets are left out. */
  async states(markets: readonly MarketKey[], asOf?: number): Promise<ConfluenceState[]> {
    return (await this.read(markets, asOf)).map(({ state }) => state);
  }

  private async read(markets: readonly MarketKey[], asOf: number | undefined) {
    const now = nowMillis(this.clock);
    const instant = Math.min(asOf ?? now, now);
    const rows = (await this.repository.readings(markets, instant, HISTORY_MAX)).map((market) => {
      const [reading] = market.readings;
      const computedAt = reading === undefined ? instant : reading.until <= instant ? reading.until : reading.at;
      return { market, reading, id: `${market.exchange}/${market.ticker}`, window: this.windowAt(computedAt) };
    });
    const summaries = await this.repository.summaries(
      rows.map(({ id, window }) => ({ market: id, ...window })),
      SOURCE_TYPES,
    );
    return rows.map(({ market, reading, id, window }, index) => {
      const { question, rules, deadline } = market;
      const summary = present(summaries[index], 'summary');
      const scope = this.evidence.scopeOf(id, question ?? '', rules, deadline);
      const parties = this.evidence.conflictOf(scope);
      const sourceTypes = reading?.source_types ?? summary.map(({ type }) => type).sort();
      const state: ConfluenceState = {
        exchange: market.exchange,
        ticker: market.ticker,
        question,
        score: reading?.score ?? confluenceScore(sourceTypes),
        sourceTypes,
        weightedScore: weightedScore(independentEvidence(summary), window.now, this.seed),
        independence: independence(
          summary.flatMap(({ origins }) => origins),
          (group) => this.partyOf(group, parties),
        ),
        entities: market.entities,
        rule: reading === undefined ? this.evidence.ruleVersion : reading.rule,
        comparable: reading === undefined || reading.rule === this.evidence.ruleVersion,
        windowHours: this.environment.confluenceWindowHours,
        computedAt: window.now,
        history: market.readings,
      };
      return { state, summary, window, scope };
    });
  }

  private contributionOf(row: EvidenceRow, items: readonly TopItemRow[], computedAt: number): Contribution {
    const [independent] = independentEvidence([row]);
    return {
      sourceType: row.type,
      weight: this.seed.weights[row.type],
      itemCount: row.items,
      judgedCount: row.judged,
      circularCount: row.circular,
      newestAt: row.newest,
      weighted:
        independent === undefined ? 0 : contribution(independent, computedAt, this.seed) / fullWeight(this.seed),
      items: items.filter(({ type }) => type === row.type).map(({ item }) => item),
    };
  }

  /** Whom a source speaks for, where that is a party to the market's own conflict. */
  private partyOf({ source, category }: EvidenceGroup, parties: ReadonlySet<string>): string | null {
    const party = this.sources.get(source)?.party ?? this.seed.partyOf[category] ?? null;
    return party !== null && parties.has(party) ? party : null;
  }

  private windowAt(now: number): EvidenceWindow {
    return { since: now - this.environment.confluenceWindowHours * HOUR_MS, now };
  }
}

const independentEvidence = (rows: readonly EvidenceRow[]): NewestEvidence[] =>
  rows.flatMap(({ type, newest_independent: newest }) => (newest === null ? [] : [{ type, newest }]));
