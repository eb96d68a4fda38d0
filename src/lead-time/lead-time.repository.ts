import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service';
import type { PrecededMove, SourceDay } from './lead-time';
import type { PriceMove, PricePoint } from './price-moves';

export interface MarketQuotes {
  readonly exchange: string;
  readonly ticker: string;
  readonly quotes: readonly PricePoint[];
}

export interface MarketMove extends PriceMove {
  readonly exchange: string;
  readonly ticker: string;
}

interface SaidBefore {
  readonly exchange: string;
  readonly ticker: string;
  readonly at: number;
  readonly source: string;
  readonly source_type: string;
  readonly first: number;
  readonly last: number;
}

interface MoveRow {
  readonly exchange: string;
  readonly ticker: string;
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly sources: readonly string[];
  readonly source_types: readonly string[];
  readonly first_leads: readonly number[];
  readonly last_leads: readonly number[];
}

/** Most moves that a summary reads. */
const MOVES_MAX = 5_000;

/** Moves in the graph, and the days of a source. */
@Injectable()
export class LeadTimeRepository {
  constructor(private readonly graph: GraphService) {}

  async recentQuotes(since: number): Promise<MarketQuotes[]> {
    return this.graph.read<MarketQuotes>('lead-time/list-recent-quotes', { since });
  }

  /** Keeps moves with what had been said in the `reachMs` before each. */
  async save(moves: readonly MarketMove[], reachMs: number): Promise<void> {
    if (moves.length === 0) return;
    const said = await this.graph.read<SaidBefore>('lead-time/list-said-before', {
      moves: moves.map(({ exchange, ticker, at }) => ({
        exchange,
        ticker,
        at,
        since: at - reachMs,
      })),
    });
    const keyOf = (row: Pick<MarketMove, 'exchange' | 'ticker' | 'at'>): string =>
      `${row.exchange}/${row.ticker} ${row.at}`;
    const byMove = new Map<string, SaidBefore[]>();
    for (const row of said) byMove.set(keyOf(row), [...(byMove.get(keyOf(row)) ?? []), row]);
    await this.graph.write('lead-time/save-moves', {
      moves: moves.map((move) => {
        const before = byMove.get(keyOf(move)) ?? [];
        return {
          exchange: move.exchange,
          ticker: move.ticker,
          at: move.at,
          started_at: move.startedAt,
          from: move.from,
          to: move.to,
          sources: before.map(({ source }) => source),
          source_types: before.map(({ source_type }) => source_type),
          first_leads: before.map(({ first }) => move.at - first),
          last_leads: before.map(({ last }) => move.at - last),
        };
      }),
    });
  }

  /** Moves of a span, newest first. */
  async moves(since: number, now: number): Promise<PrecededMove[]> {
    const rows = await this.graph.read<MoveRow>('lead-time/list-moves', {
      since,
      now,
      limit: MOVES_MAX,
    });
    return rows.map(({ exchange, ticker, at, from, to, ...lists }) => ({
      exchange,
      ticker,
      at,
      from,
      to,
      before: lists.sources.map((source, index) => ({
        source,
        sourceType: lists.source_types[index] ?? '',
        firstLeadMs: lists.first_leads[index] ?? 0,
        lastLeadMs: lists.last_leads[index] ?? 0,
      })),
    }));
  }

  async sourceDays(source: string, from: number, to: number): Promise<SourceDay[]> {
    return this.graph.read<SourceDay>('lead-time/list-source-days', { source, from, to });
  }
}
