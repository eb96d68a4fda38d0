import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '../platform/common/durations';
import { groupBy } from '../platform/common/group-by';
import { GraphService } from '../platform/graph/graph.service';
import type { PrecededMove, ScoreCard, SourceDay } from './lead-time';
import type { MarketKey } from '../markets/market-key';
import type { MarketSpan } from '../markets/market-views.repository';
import type { MarketMoveRow } from './market-moves.dto';
import { stoodStill, type PriceMove, type PricePoint } from './price-moves';

interface MarketQuotes extends MarketKey {
  readonly quotes: readonly PricePoint[];
}

export interface MarketMove extends PriceMove, MarketKey {}

interface SaidBefore extends MarketKey {
  readonly at: number;
  readonly source: string;
  readonly source_type: string;
  readonly first: number;
  readonly last: number;
}

interface MoveRow extends MarketMoveRow {
  readonly control_sources: readonly string[] | null;
  readonly control_source_types: readonly string[] | null;
}

interface Span extends MarketKey {
  /** UTC ms. */
  readonly since: number;
  readonly at: number;
}

interface SpanPrices extends Omit<Span, 'since'> {
  readonly held: number | null;
  readonly prices: readonly number[];
}

/** A control period precedes the move by a day: the same hours. */
const CONTROL_EARLIER_MS = DAY_MS;

/** Minimum share of the usual volume for a watched hour. */
const WATCHED_SHARE = 0.5;

/** Hours since the Unix epoch in a span. */
const hoursOf = ({ since, at }: Span): number[] => {
  const first = Math.floor(since / HOUR_MS);
  return Array.from({ length: Math.floor(at / HOUR_MS) - first + 1 }, (_, index) => first + index);
};

const MOVES_MAX = 5_000;

@Injectable()
export class LeadTimeRepository {
  constructor(private readonly graph: GraphService) {}

  async recentQuotes(since: number): Promise<MarketQuotes[]> {
    return this.graph.read<MarketQuotes>('lead-time/list-recent-quotes', { since });
  }

  /** Moves of one market within a span, newest first; null when it is not tracked. */
  async movesOf(span: MarketSpan, limit: number): Promise<readonly MarketMoveRow[] | null> {
    const [row] = await this.graph.read<{ moves: readonly MarketMoveRow[] }>('lead-time/list-market-moves', {
      ...span,
      limit,
    });
    return row?.moves ?? null;
  }

  /** Stores moves with the items of the `reachMs` before each. */
  async save(moves: readonly MarketMove[], reachMs: number): Promise<void> {
    if (moves.length === 0) return;
    const spans = moves.map(({ exchange, ticker, at }) => ({ exchange, ticker, at, since: at - reachMs }));
    const byMove = await this.saidIn(spans);
    const controls = await this.saidInControls(
      spans.map((span) => ({ ...span, since: span.since - CONTROL_EARLIER_MS, at: span.at - CONTROL_EARLIER_MS })),
    );
    await this.graph.write('lead-time/save-moves', {
      moves: moves.map((move) => {
        const before = byMove.get(keyOf(move)) ?? [];
        const control = controls.get(keyOf({ ...move, at: move.at - CONTROL_EARLIER_MS })) ?? null;
        return {
          ...move,
          sources: before.map(({ source }) => source),
          source_types: before.map(({ source_type }) => source_type),
          first_leads: before.map(({ first }) => move.at - first),
          last_leads: before.map(({ last }) => move.at - last),
          control_sources: control?.map(({ source }) => source) ?? null,
          control_source_types: control?.map(({ source_type }) => source_type) ?? null,
        };
      }),
    });
  }

  private async saidIn(spans: readonly Span[]): Promise<Map<string, SaidBefore[]>> {
    return groupBy(await this.graph.read<SaidBefore>('lead-time/list-said-before', { moves: spans }), keyOf);
  }

  /** Items in control spans that were watched, and in which the price was known and stable. */
  private async saidInControls(spans: readonly Span[]): Promise<Map<string, SaidBefore[]>> {
    const prices = await this.graph.read<SpanPrices>('lead-time/list-span-prices', { spans });
    const still = new Set(
      prices.filter(({ held, prices: quoted }) => held !== null && stoodStill([held, ...quoted])).map(keyOf),
    );
    const watched = await this.watchedHours(spans);
    const controls = spans.filter((span) => still.has(keyOf(span)) && hoursOf(span).every((hour) => watched.has(hour)));
    if (controls.length === 0) return new Map();
    const said = await this.saidIn(controls);
    return new Map(controls.map((span) => [keyOf(span), said.get(keyOf(span)) ?? []]));
  }

  /** Unwatched hours prove nothing about silence. */
  private async watchedHours(spans: readonly Span[]): Promise<ReadonlySet<number>> {
    const hours = spans.flatMap(hoursOf);
    const rows = await this.graph.read<{ hour: number; share: number }>('surge/list-watched-hours', {
      from: Math.min(...hours),
      to: Math.max(...hours),
    });
    return new Set(rows.filter(({ share }) => share >= WATCHED_SHARE).map(({ hour }) => hour));
  }

  async moves(since: number, now: number): Promise<PrecededMove[]> {
    const rows = await this.graph.read<MoveRow>('lead-time/list-moves', { since, now, limit: MOVES_MAX });
    return rows.map(({ at, sources, source_types: types, control_sources: spoke, ...lists }) => ({
      at,
      before: sources.map((source, index) => ({
        source,
        source_type: types[index] ?? '',
        first_lead_ms: lists.first_leads[index] ?? 0,
        last_lead_ms: lists.last_leads[index] ?? 0,
      })),
      control:
        spoke?.map((source, index) => ({ source, source_type: lists.control_source_types?.[index] ?? '' })) ?? null,
    }));
  }

  async sourceDays(source: string, from: number, to: number): Promise<SourceDay[]> {
    return this.graph.read<SourceDay>('lead-time/list-source-days', { source, from, to });
  }

  async daysOfAll(
    from: number,
    to: number,
  ): Promise<{ readonly source: string; readonly days: readonly SourceDay[] }[]> {
    return this.graph.read('lead-time/list-days', { from, to });
  }

  /** Links each source to its card. @param asOf UTC ms */
  async saveScoreCards(cards: readonly (ScoreCard & { readonly source: string })[], asOf: number): Promise<void> {
    await this.graph.write('lead-time/save-score-cards', { cards: cards.map((card) => ({ ...card, as_of: asOf })) });
  }
}

const keyOf = (row: Pick<Span, 'exchange' | 'ticker' | 'at'>): string => `${row.exchange}/${row.ticker} ${row.at}`;
