/** A trade counts for Brier when the model stated a probability and a decisive settlement ended it. */
import { ofSide } from '../forecasting/paper-trade';
import type { GradedOutcome } from '../grading/brier';
import type { GradedForecast } from '../grading/market-losses';
import { DECISIVE_WITHIN } from '../grading/graded-rows';
import { marketId } from '../markets/market-key';

export interface TradeFact {
  readonly trade: {
    readonly trade_id: string;
    readonly exchange: string;
    readonly ticker: string;
    readonly side: 'YES' | 'NO';
    readonly status: 'open' | 'closed';
    readonly opened_at: string;
    /** Executable price of the side. */
    readonly entry_price: number;
    /** Mid of the side before the trade. */
    readonly entry_mid?: number | null;
    readonly probability_yes?: number | null;
    readonly closed_at?: string | null;
    readonly exit_price?: number | null;
    readonly exit_reason?: 'settled' | 'take_profit' | 'stop_loss' | null;
    readonly net_pnl?: number | null;
  };
  readonly family: string | null;
  readonly void: boolean;
}

const EXCLUSIONS = ['open', 'take_profit', 'stop_loss', 'void', 'split', 'no_probability', 'after_resolution'] as const;

export type Exclusion = (typeof EXCLUSIONS)[number];

type GradedTrade = Exclude<ReturnType<typeof gradeTrade>, Exclusion>;

export const gradeTrades = (facts: readonly TradeFact[]) => {
  const excluded = Object.fromEntries(EXCLUSIONS.map((reason) => [reason, 0])) as Record<Exclusion, number>;
  const graded: GradedTrade[] = [];
  for (const fact of facts) {
    const result = gradeTrade(fact);
    if (typeof result === 'string') excluded[result] += 1;
    else graded.push(result);
  }
  return { graded, excluded };
};

/** Prices as those of YES; or why it is not graded. */
const gradeTrade = ({ trade, family, void: calledOff }: TradeFact) => {
  if (trade.status === 'open') return 'open';
  const { exit_price: exit, exit_reason: reason, probability_yes: probability } = trade;
  if (reason === 'take_profit' || reason === 'stop_loss') return reason;
  if (calledOff) return 'void';
  if (exit === null || exit === undefined) return 'split';
  const won = exit >= 1 - DECISIVE_WITHIN;
  if (!won && exit > DECISIVE_WITHIN) return 'split';
  if (probability === null || probability === undefined) return 'no_probability';
  // A trade after the outcome is not a forecast.
  if ((trade.closed_at ?? '') <= trade.opened_at) return 'after_resolution';
  const market = marketId(trade);
  const outcome: GradedOutcome = won === (trade.side === 'YES') ? 'YES' : 'NO';
  return {
    market,
    family: family ?? market,
    closedAt: trade.closed_at ?? '',
    probabilityYes: probability,
    outcome,
    fillYes: ofSide(trade.side, trade.entry_price),
    midYes: trade.entry_mid === null || trade.entry_mid === undefined ? null : ofSide(trade.side, trade.entry_mid),
  };
};

export const against = (graded: readonly GradedTrade[], baseline: 'fill' | 'mid'): GradedForecast[] =>
  graded.map(({ market, family, probabilityYes, outcome, fillYes, midYes }) => ({
    market,
    family,
    probabilityYes,
    outcome,
    baselineYes: baseline === 'fill' ? fillYes : midYes,
  }));
