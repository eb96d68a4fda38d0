import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../platform/common/durations';
import { formatMillis } from '../platform/common/utc-time';
import { GraphService, type GraphTransaction } from '../platform/graph/graph.service';
import type { EarlierForecast } from '../grading/combination';
import type { Exchange } from '../markets/market';
import type { MarketKey } from '../markets/market-key';
import type { CoverageEntry } from '../registry/log/day-file';
import type { CoverageStatus } from '../registry/log/kinds';
import type { ExitedTrade, ExitQuote } from './exit-record';
import type { Side } from './paper-trade';
import type { Candidate } from './selection/candidate';

interface SkipRow extends MarketKey {
  readonly id: string;
  readonly date: string;
  readonly at_ms: number;
  readonly reason: string;
  readonly trigger: string;
}

interface UrgencyRow extends MarketKey {
  readonly urgency: number;
  /** UTC ms, or null if it was never asked and its start of tracking is unknown. */
  readonly waiting_since: number | null;
  /** Why it is due or not. */
  readonly note: string;
}

export interface OpenTrade {
  readonly trade: ExitedTrade & {
    readonly exchange: Exchange;
    readonly entry_price: number;
    readonly size: number;
    readonly fee_usd: number;
    readonly fee_rate: number | null;
    readonly fee_exponent: number | null;
  };
  readonly book: Omit<ExitQuote, 'quoted_at'> & {
    /** UTC ms, or null. */
    readonly quoted_at: number | null;
    readonly status: string;
  };
}

const COVERAGE_RANK: Readonly<Record<CoverageStatus, number>> = {
  predicted: 3,
  abandoned: 2,
  skipped: 1,
  not_scored: 0,
};

/** Queries of forecasting by name. Predictions themselves are written with their log record. */
@Injectable()
export class ForecastingRepository {
  constructor(private readonly graph: GraphService) {}

  /** @param now UTC ms */
  async listCandidates(now: number): Promise<Candidate[]> {
    return this.graph.read<Candidate>('forecasting/list-candidates', {
      now: formatMillis(now),
      since: now - DAY_MS,
    });
  }

  async saveUrgency(rows: readonly UrgencyRow[]): Promise<void> {
    await this.graph.write('forecasting/save-urgency', { rows: rows.map((row) => ({ ...row })) });
  }

  async recordSkip(skip: SkipRow): Promise<void> {
    await this.graph.write('forecasting/record-skip', { skip: { ...skip } });
  }

  async listTracked(dayStart: string): Promise<(MarketKey & { status: string; event: string | null })[]> {
    return this.graph.read('forecasting/list-tracked', { day_start: dayStart });
  }

  async saveCoverage(date: string, rows: readonly CoverageEntry[]): Promise<void> {
    await this.graph.write('forecasting/save-coverage', {
      date,
      rows: rows.map((row) => ({ ...row, rank: COVERAGE_RANK[row.status] })),
    });
  }

  async listPositions(exchange: string, ticker: string): Promise<Side[]> {
    const rows = await this.graph.read<{ side: Side }>('forecasting/list-market-positions', {
      exchange,
      ticker,
    });
    return rows.map(({ side }) => side);
  }

  /** Needs the log's lock, so that no trade is closed twice. */
  async listOpenTrades(transaction: GraphTransaction): Promise<OpenTrade[]> {
    return transaction.run<OpenTrade>('forecasting/list-open-trades');
  }

  /** Texts of settlements and corrections, in log order. @param before timestamp */
  async listDecisions(before: string): Promise<string[]> {
    const rows = await this.graph.read<{ text: string }>('forecasting/list-decisions', { before });
    return rows.map(({ text }) => text);
  }

  /** In chronological order. @param before timestamp */
  async listForecastsOf(model: { name: string; version: string }, before: string): Promise<EarlierForecast[]> {
    return this.graph.read<EarlierForecast>('forecasting/list-forecasts-of-model', {
      before,
      model: model.name,
      version: model.version,
    });
  }

  async clearReevaluation(exchange: string, ticker: string, at: number): Promise<void> {
    await this.graph.write('forecasting/clear-reevaluation', { exchange, ticker, at });
  }
}
