import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { DAY_MS, HOUR_MS } from '../platform/common/durations';
import { leadTimes, scoreCard, type PrecededMove, type ScoreCard } from './lead-time';
import type { LeadTimeResponse } from './lead-time.dto';
import { LeadTimeRepository } from './lead-time.repository';
import { MOVE_WITHIN_MS, priceMoves } from './price-moves';

const SCORE_CARD_DAYS = [7, 30, 90] as const;

/** Span of the stored card, and its maximum age. */
const KEPT_CARD_DAYS = 30;
const KEPT_CARD_AGE_MS = HOUR_MS;

/** How long before a move items may be related to it. */
const REACH_MS = 6 * HOUR_MS;
/** The next tick finds the rest. */
const MOVES_PER_TICK = 100;

@Injectable()
export class LeadTimeService {
  /** When the cards were last stored, UTC ms. */
  private cardsAt = -Infinity;

  constructor(
    private readonly repository: LeadTimeRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Stores the moves in quotes up to `now` (UTC ms); called once per tick, idempotent. */
  async recordMoves(now: number): Promise<{ moves: number }> {
    const markets = await this.repository.recentQuotes(now - MOVE_WITHIN_MS);
    const moves = markets
      .flatMap(({ exchange, ticker, quotes }) => priceMoves(quotes).map((move) => ({ ...move, exchange, ticker })))
      .slice(0, MOVES_PER_TICK);
    await this.repository.save(moves, REACH_MS);
    return { moves: moves.length };
  }

  /** Lead times over the last `days` days, by source type and by source. */
  async summary(days: number): Promise<LeadTimeResponse> {
    const moves = await this.movesOf(days);
    return {
      days,
      moves: moves.length,
      controls: moves.filter(({ control }) => control !== null).length,
      by_source_type: leadTimes(moves, 'source_type'),
      by_source: leadTimes(moves, 'source'),
    };
  }

  /** Score-cards of one source over 7, 30 and 90 days; all zero for an unknown one. */
  async scoreCards(source: string): Promise<ScoreCard[]> {
    const today = Math.floor(nowMillis(this.clock) / DAY_MS);
    const longest = Math.max(...SCORE_CARD_DAYS);
    const [days, moves] = await Promise.all([
      this.repository.sourceDays(source, today - longest, today),
      this.movesOf(longest),
    ]);
    return SCORE_CARD_DAYS.map((span) => scoreCard(source, days, moves, today, span));
  }

  /** Stores each source's card of the last 30 days, at most once an hour (`now` in UTC ms). */
  async keepScoreCards(now: number): Promise<void> {
    if (now - this.cardsAt < KEPT_CARD_AGE_MS) return;
    this.cardsAt = now;
    const today = Math.floor(now / DAY_MS);
    const [sources, moves] = await Promise.all([
      this.repository.daysOfAll(today - Math.max(...SCORE_CARD_DAYS), today),
      this.repository.moves(now - KEPT_CARD_DAYS * DAY_MS, now),
    ]);
    await this.repository.saveScoreCards(
      sources.map(({ source, days }) => ({ source, ...scoreCard(source, days, moves, today, KEPT_CARD_DAYS) })),
      now,
    );
  }

  private movesOf(days: number): Promise<PrecededMove[]> {
    const now = nowMillis(this.clock);
    return this.repository.moves(now - days * DAY_MS, now);
  }
}
