/** The identity of a market. */
export interface MarketKey {
  readonly exchange: string;
  readonly ticker: string;
}

/** Identifies a market in one text, `<exchange>/<ticker>`. */
export const marketId = ({ exchange, ticker }: MarketKey): string => `${exchange}/${ticker}`;

/** Address of the market's page, and below `/v1` of the market in the API. */
export const marketPath = ({ exchange, ticker }: MarketKey): string =>
  `/markets/${encodeURIComponent(exchange)}/${encodeURIComponent(ticker)}`;

/** Keys of markets as a query parameter, without their other properties. */
export const marketKeys = (markets: readonly MarketKey[]): { exchange: string; ticker: string }[] =>
  markets.map(({ exchange, ticker }) => ({ exchange, ticker }));
