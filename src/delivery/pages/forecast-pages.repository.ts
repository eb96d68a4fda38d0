import { Injectable } from '@nestjs/common';
import { GraphService } from '../../platform/graph/graph.service';

/** A prediction on its market's page. */
export interface MarketPrediction {
  readonly id: string;
  readonly made_at: string;
  readonly model: string;
  readonly origin: string;
  readonly probability_yes: number;
  readonly confidence: number;
  readonly direction: string;
  readonly side: string | null;
  readonly reasoning: string;
  readonly market_yes_price: number | null;
  readonly replay_bundle_id: string | null;
  readonly bundle_sha256: string | null;
  readonly trade_id: string | null;
}

/** Another answer to a forecast's input: `arm` is the part of the input, `is_own` whether by the same model. */
export interface AnswerBeside {
  readonly model: string;
  readonly arm: string;
  readonly is_own: boolean;
  readonly probability_yes: number;
}

/** Result of a forecast: its paper trade and its market's decision. */
export interface ForecastOutcome {
  readonly trade: {
    readonly trade_id: string;
    readonly side: string;
    readonly entry_price: number;
    readonly exit_reason?: string | null;
    readonly net_pnl?: number | null;
  } | null;
  readonly settlement: {
    readonly outcome: string | null;
    readonly status: string;
    readonly resolved_at: string;
  } | null;
}

const PREDICTIONS_SHOWN = 20;

/** Queries of forecasts on pages. */
@Injectable()
export class ForecastPagesRepository {
  constructor(private readonly graph: GraphService) {}

  /** Newest predictions of a market. */
  async predictionsOf(exchange: string, ticker: string): Promise<MarketPrediction[]> {
    const rows = await this.graph.read<{ prediction: MarketPrediction }>('pages/list-predictions', {
      exchange,
      ticker,
      limit: PREDICTIONS_SHOWN,
    });
    return rows.map(({ prediction }) => prediction);
  }

  /** Other answers to the frozen input of a prediction. */
  answersBeside(prediction: string): Promise<AnswerBeside[]> {
    return this.graph.read<AnswerBeside>('pages/list-answers-beside', { id: prediction });
  }

  async outcomeOf(bundle: string): Promise<ForecastOutcome> {
    const [row] = await this.graph.read<ForecastOutcome>('pages/get-forecast', { bundle });
    return row ?? { trade: null, settlement: null };
  }
}
