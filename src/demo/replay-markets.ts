/** The exchanges at an instant: recorded price paths and settlements in the formats of Gamma, CLOB and Kalshi. */
import { DAY_MS } from '../platform/common/durations';
import { round4 } from '../platform/common/ten-thousandths';
import { isV2 } from '../markets/polymarket/parse-settlement';
import { shiftDates, type SampleTime } from './sample-world';

export interface SampleSettlement {
  readonly exchange: 'polymarket' | 'kalshi';
  readonly ticker: string;
  readonly settles_at: string;
  readonly outcome: 'YES' | 'NO' | 'VOID';
}

export interface PricePoint {
  /** Sample time, ms. */
  readonly at: number;
  readonly price: number;
}

type Json = Record<string, unknown>;

/** Tokens of Protocol V1, positions of V2. */
const tokensOf = (market: Json): string => String(market['clobTokenIds'] ?? market['positionIds']);

const VOID_PRICE = 0.5;
const MONTH_DAYS = 30;

/** Trading volume relative to the usual, 1/4 to 4, determined by the ticker. */
const liveliness = (ticker: string): number => {
  let mixed = 7;
  for (const letter of ticker) mixed = (mixed * 31 + letter.charCodeAt(0)) % 1009;
  return 4 ** (mixed / 504 - 1);
};
const settledPrice = (outcome: SampleSettlement['outcome']): number =>
  outcome === 'YES' ? 1 : outcome === 'NO' ? 0 : VOID_PRICE;

export class ReplayMarkets {
  /** Constant fields of a market, in demo time. */
  private readonly lasting: ReadonlyMap<Json, Json>;
  private readonly settlementOf: ReadonlyMap<string, SampleSettlement>;

  constructor(
    private readonly markets: readonly Json[],
    private readonly paths: ReadonlyMap<string, readonly PricePoint[]>,
    settlements: readonly SampleSettlement[],
    private readonly time: SampleTime,
  ) {
    const moved = (market: Json): Json => JSON.parse(shiftDates(JSON.stringify(market), time.shiftMs)) as Json;
    this.lasting = new Map(markets.map((market) => [market, moved(market)]));
    this.settlementOf = new Map(settlements.map((settlement) => [settlement.ticker, settlement]));
  }

  /** Gamma's markets, including closed ones only if requested. */
  gamma(now: number, closed: boolean | null): Json[] {
    return this.markets
      .filter((market) => this.opened(market['startDate'], now))
      .map((market) => {
        const ticker = String(market['conditionId']);
        const settlement = this.settlement(ticker, now);
        const price = settlement === null ? this.price(ticker, now) : settledPrice(settlement.outcome);
        const half = Number(market['spread'] ?? 0.02) / 2;
        const open = settlement === null;
        const v2 = isV2(market);
        return {
          ...this.lasting.get(market),
          // Gamma leaves out the last byte of such an id.
          conditionId: v2 ? ticker.slice(0, -2) : ticker,
          ...this.gammaTraded(market, ticker, now),
          outcomePrices: JSON.stringify([price, 1 - price].map((value) => String(round4(value)))),
          closed: !open,
          acceptingOrders: open,
          lastTradePrice: round4(price),
          ...(open
            ? { bestBid: bound(price - half), bestAsk: bound(price + half) }
            : {
                [v2 ? 'resolutionStatus' : 'umaResolutionStatus']: 'resolved',
                closedTime: this.settledAt(settlement).slice(0, 19).replace('T', ' ') + '+00',
              }),
        };
      })
      .filter((market) => closed === null || market['closed'] === closed);
  }

  /** Prices of a token or a ticker, within a span of UTC seconds and at the requested step. */
  pastPrices(name: string, start: number, end: number, stepMinutes: number, now: number): PricePoint[] {
    const market = this.markets.find(
      (candidate) => candidate['ticker'] === name || tokensOf(candidate).includes(`"${name}"`),
    );
    const path = this.paths.get(String(market?.['conditionId'] ?? market?.['ticker'])) ?? [];
    const points: PricePoint[] = [];
    for (const { at: sampled, price } of path) {
      const at = this.time.toDemo(sampled);
      if (at > now || at < start * 1000 || at > end * 1000) continue;
      const last = points.at(-1);
      if (last === undefined || at - last.at >= stepMinutes * 60_000) points.push({ at, price });
    }
    return points;
  }

  /** The book of a token: YES tokens end in 1, NO tokens in 2. */
  book(token: string, now: number): Json | null {
    const market = this.markets.find((candidate) => tokensOf(candidate).includes(`"${token}"`));
    if (market === undefined) return null;
    const yes = this.price(String(market['conditionId']), now);
    const price = token.endsWith('1') ? yes : 1 - yes;
    const half = Number(market['spread'] ?? 0.02) / 2;
    const depth = Math.max(1, liveliness(String(market['conditionId'])));
    const level = (value: number, size: number): Json => ({
      price: String(bound(value)),
      size: String(Math.round(size * depth)),
    });
    return {
      market: market['conditionId'],
      asset_id: token,
      timestamp: String(now),
      // The best level is the last of each side.
      bids: [level(price - half - 0.02, 900), level(price - half, 400)],
      asks: [level(price + half + 0.02, 900), level(price + half, 400)],
    };
  }

  /** Kalshi's markets, by the values of its `status` filter. */
  kalshi(now: number, status: string | null): Json[] {
    return this.markets
      .filter((market) => this.opened(market['open_time'], now))
      .map((market) => {
        const ticker = String(market['ticker']);
        const settlement = this.settlement(ticker, now);
        return {
          ...this.lasting.get(market),
          ...this.kalshiTraded(market, ticker, now),
          ...(settlement === null ? this.quoted(ticker, now) : this.settled(settlement)),
        };
      })
      .filter((market) => status === null || (market['status'] === 'finalized') === (status === 'settled'));
  }

  private gammaTraded(market: Json, ticker: string, now: number): Json {
    const [all, day] = this.traded(market['startDate'], ticker, now, Number(market['volumeNum']));
    return { volume: String(all), volumeNum: all, volume24hr: day };
  }

  private kalshiTraded(market: Json, ticker: string, now: number): Json {
    const [all, day] = this.traded(market['open_time'], ticker, now, Number(market['volume_fp']));
    return { volume_fp: all.toFixed(2), volume_24h_fp: day.toFixed(2) };
  }

  /** Volume since the opening and in the last day. `usual`: monthly volume of an average market. */
  private traded(openedAt: unknown, ticker: string, now: number, usual: number): [number, number] {
    const days = Math.max(0, this.time.toSample(now) - Date.parse(String(openedAt))) / DAY_MS;
    const daily = (usual / MONTH_DAYS) * liveliness(ticker);
    return [Math.round(daily * days), Math.round(daily * Math.min(1, days))];
  }

  private quoted(ticker: string, now: number): Json {
    const price = this.price(ticker, now);
    const size = (400 * Math.max(1, liveliness(ticker))).toFixed(2);
    const bid = bound(price - 0.01);
    const ask = bound(price + 0.01);
    return {
      status: 'active',
      yes_bid_dollars: bid.toFixed(4),
      yes_ask_dollars: ask.toFixed(4),
      no_bid_dollars: (1 - ask).toFixed(4),
      no_ask_dollars: (1 - bid).toFixed(4),
      yes_bid_size_fp: size,
      yes_ask_size_fp: size,
      last_price_dollars: price.toFixed(4),
    };
  }

  private settled(settlement: SampleSettlement): Json {
    return {
      status: 'finalized',
      result: settlement.outcome === 'VOID' ? 'void' : settlement.outcome.toLowerCase(),
      settlement_value_dollars: settledPrice(settlement.outcome).toFixed(4),
      settlement_ts: this.settledAt(settlement),
    };
  }

  private opened(start: unknown, now: number): boolean {
    return Date.parse(String(start)) <= this.time.toSample(now);
  }

  private settlement(ticker: string, now: number): SampleSettlement | null {
    const found = this.settlementOf.get(ticker);
    return found !== undefined && Date.parse(found.settles_at) <= this.time.toSample(now) ? found : null;
  }

  private price(ticker: string, now: number): number {
    const sample = this.time.toSample(now);
    return this.paths.get(ticker)?.findLast(({ at }) => at <= sample)?.price ?? VOID_PRICE;
  }

  /** Settlement time, ISO, demo time. */
  private settledAt({ settles_at }: SampleSettlement): string {
    return new Date(this.time.toDemo(Date.parse(settles_at))).toISOString();
  }
}

const bound = (value: number): number => round4(Math.min(0.99, Math.max(0.01, value)));
