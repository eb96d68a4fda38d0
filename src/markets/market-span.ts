import { decodeCursor } from '../platform/http/cursor';
import type { MarketSpan } from './market-views.repository';
import type { MarketSpanQuery } from './markets.dto';

/** The last instant of a JavaScript date, UTC ms. */
const LAST_MS = 8_640_000_000_000_000;

/** @param listing name in the cursor, which has the instant of the last row */
export const spanOf = (
  listing: string,
  exchange: string,
  ticker: string,
  { since, until, cursor }: MarketSpanQuery,
): MarketSpan => {
  const position = decodeCursor(listing, ['integer'], cursor);
  const last = until ?? LAST_MS;
  return { exchange, ticker, since: since ?? 0, until: position === null ? last : Math.min(last, position[0] - 1) };
};
