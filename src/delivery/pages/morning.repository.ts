import { Injectable } from '@nestjs/common';
import { formatMillis } from '../../platform/common/utc-time';
import { GraphService } from '../../platform/graph/graph.service';
import type { Said } from './market-lists.repository';

/** A market before an event and now, with the exchange's decision if any. */
export interface ThenAndNow {
  readonly exchange: string;
  readonly ticker: string;
  readonly question: string;
  readonly theater: string | null;
  readonly closes: string | null;
  readonly outcome: string | null;
  readonly price_then: number | null;
  readonly price_now: number | null;
  readonly said_then: Said | null;
  readonly said_now: Said | null;
}

@Injectable()
export class MorningRepository {
  constructor(private readonly graph: GraphService) {}

  /** Markets at an instant each, and at `now`; instants UTC ms. */
  thenAndNow(
    markets: readonly { readonly exchange: string; readonly ticker: string; readonly then: number }[],
    now: number,
  ): Promise<ThenAndNow[]> {
    return this.graph.read<ThenAndNow>('pages/list-then-and-now', {
      markets: markets.map((one) => ({ ...one, then_text: formatMillis(one.then) })),
      now,
      now_text: formatMillis(now),
    });
  }
}
