import { Inject, Injectable } from '@nestjs/common';
import { present } from '../platform/common/assert';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { HOUR_MS } from '../platform/common/durations';
import { SOURCE_TYPES, type SourceType } from '../platform/common/source-type';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import {
  confluenceScore,
  contribution,
  fullWeight,
  independence,
  weightedScore,
  type EvidenceGroup,
  type NewestEvidence,
} from './confluence';
import type { ConfluenceResult, ConfluenceState, Contribution } from './confluence.dto';
import {
  ConfluenceRepository,
  type EvidenceRow,
  type EvidenceWindow,
  type NewReading,
  type TopItemRow,
} from './confluence.repository';
import { SOURCE_TYPE_SEED, type SourceTypeSeed } from './source-type-seed.provider';
import { EvidenceService } from '../evidence/evidence.service';
import { SourceCatalogue } from '../ingestion/source-catalogue.service';
import { marketId, type MarketKey } from '../markets/market-key';
import { untrackedMarket } from '../markets/untracked-market';

interface ComputedConfluence {
  readonly markets: number;
  /** Number of markets with a score above 0. */
  readonly corroborated: number;
}

/** Minimum change of the weighted score for a new reading within an hour. */
const READING_STEP = 0.05;
const HISTORY_MAX = 200;
const TOP_ITEMS = 5;
const NEAR_MISSES = 5;
/** Source types that a market can cause itself: its own trades, and the same question on a forecasting site. */
const CIRCULAR_TYPES = ['whale', 'forecaster'] as const satisfies readonly SourceType[];

/** Scores every tracked market each tick, stores readings, and explains them. */
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

  /** Computes and stores the confluence of all open markets as of `now` (UTC ms). */
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
   * Confluence of a market at an instant: its last reading, with the evidence of that reading's window.
   *
   * @throws ProblemException `not-found` for an untracked market
   */
  async get(exchange: string, ticker: string, asOf?: number): Promise<ConfluenceResult> {
    const [read] = await this.read([{ exchange, ticker }], asOf);
    if (read === undefined) throw untrackedMarket();
    const { state, summary, window, scope } = read;
    const [items, nearMisses] = await Promise.all([
      this.repository.topItems(`${exchange}/${ticker}`, SOURCE_TYPES, window, TOP_ITEMS),
      this.evidence.nearMisses(scope, window.since, window.now, NEAR_MISSES),
    ]);
    return {
      ...state,
      contributions: summary
        .map((row) => this.contributionOf(row, items, window.now))
        .sort((a, b) => (a.source_type < b.source_type ? -1 : 1)),
      leading_indicators: this.evidence.gaugesOf(scope),
      near_misses: nearMisses,
    };
  }

  /** Like {@link get} for several markets, without items; unknown markets are omitted. */
  async states(markets: readonly MarketKey[], asOf?: number): Promise<ConfluenceState[]> {
    return (await this.read(markets, asOf)).map(({ state }) => state);
  }

  private async read(markets: readonly MarketKey[], asOf: number | undefined) {
    const now = nowMillis(this.clock);
    const instant = Math.min(asOf ?? now, now);
    const rows = (await this.repository.readings(markets, instant, HISTORY_MAX)).map((market) => {
      const [reading] = market.readings;
      const computedAt = reading === undefined ? instant : reading.until <= instant ? reading.until : reading.at;
      return { market, reading, id: marketId(market), window: this.windowAt(computedAt) };
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
        source_types: sourceTypes,
        weighted_score: weightedScore(independentEvidence(summary), window.now, this.seed),
        independence: independence(
          summary.flatMap(({ origins }) => origins),
          (group) => this.partyOf(group, parties),
        ),
        entities: market.entities,
        rule: reading === undefined ? this.evidence.ruleVersion : reading.rule,
        comparable: reading === undefined || reading.rule === this.evidence.ruleVersion,
        window_hours: this.environment.confluenceWindowHours,
        computed_at: window.now,
        history: market.readings,
      };
      return { state, summary, window, scope };
    });
  }

  private contributionOf(row: EvidenceRow, items: readonly TopItemRow[], computedAt: number): Contribution {
    const [independent] = independentEvidence([row]);
    return {
      source_type: row.type,
      weight: this.seed.weights[row.type],
      item_count: row.items,
      judged_count: row.judged,
      circular_count: row.circular,
      newest_at: row.newest,
      weighted:
        independent === undefined ? 0 : contribution(independent, computedAt, this.seed) / fullWeight(this.seed),
      items: items.filter(({ type }) => type === row.type).map(({ item }) => item),
    };
  }

  /** The party that a source represents, if it is a party to the market's conflict. */
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
