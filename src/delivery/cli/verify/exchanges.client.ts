import { readJson, UnreadableError } from '../../../platform/common/foreign-json';
import { parseKalshiMarkets } from '../../../markets/kalshi/parse-markets';
import { conditionForms } from '../../../markets/polymarket/condition-id';
import { parsePolymarketMarkets } from '../../../markets/polymarket/parse-markets';
import type { Market } from '../../../markets/market';
import { Unread } from './report';

interface ExchangeUrls {
  /** Without a trailing slash. */
  readonly polymarket: string;
  readonly kalshi: string;
}

export const EXCHANGE_URLS: ExchangeUrls = {
  polymarket: 'https://gamma-api.polymarket.com',
  kalshi: 'https://external-api.kalshi.com/trade-api/v2',
};

export interface Exchanges {
  /** Null if the exchange does not know the ticker. @throws Unread */
  market(exchange: string, ticker: string): Promise<Market | null>;
}

const TIMEOUT_MS = 20_000;
const BYTES_MAX = 8 * 1024 * 1024;
/** Pause between requests: public limits are a few per second. */
const PAUSE_MS = 150;

export class ExchangesClient implements Exchanges {
  constructor(
    private readonly urls: ExchangeUrls,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  async market(exchange: string, ticker: string): Promise<Market | null> {
    await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    for (const address of this.addressesOf(exchange, ticker)) {
      const document = await this.json(address);
      const { markets } = exchange === 'kalshi' ? parseKalshiMarkets(document) : parsePolymarketMarkets(document);
      const found = markets.find((market) => market.ticker === ticker);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Kalshi moves old settled markets to another address; Polymarket has two forms of some ids. */
  private addressesOf(exchange: string, ticker: string): readonly string[] {
    const name = encodeURIComponent(ticker);
    return exchange === 'kalshi'
      ? ['/markets', '/historical/markets'].map((path) => `${this.urls.kalshi}${path}?tickers=${name}&limit=1`)
      : conditionForms(ticker).map(
          (id) => `${this.urls.polymarket}/markets/keyset?limit=1&closed=true&condition_ids=${encodeURIComponent(id)}`,
        );
  }

  private async json(url: string): Promise<unknown> {
    const { host } = new URL(url);
    let response: Response;
    try {
      response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      throw new Unread(`${host}: no answer (${(error as Error).name})`);
    }
    if (response.status === 404) return { markets: [] };
    if (response.status !== 200) throw new Unread(`${host} answers HTTP ${response.status}`);
    try {
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.length > BYTES_MAX) throw new UnreadableError(`${bytes.length} bytes`);
      return readJson(bytes);
    } catch (error) {
      throw new Unread(`${host}: ${(error as Error).message}`);
    }
  }
}
