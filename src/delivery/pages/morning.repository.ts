import { Injectable } from '@nestjs/common';
import { formatMillis } from '../../platform/common/utc-time';
import { GraphService } from '../../platform/graph/graph.service';
import type { Said } from './pages.repository';

/** A market as it stood before something and as it stands now; what the exchange decided, once it has. */
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

  /** Markets as they stood at an instant of each, and at `now`; instants UTC ms. */
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
