/**
 * Maps Polymarket's data to the life of a market: trading, closed, disputed, settled or void.
 *
 * - `umaResolutionStatus` decides; the list `umaResolutionStatuses` has every step and can end in
 *   "disputed" for a resolved market.
 * - Closed is not settled: a closed market shows 0.9995 / 0.0005 until the result is final, an archived
 *   one its last price for ever. Exactly 1 and 0 are final with or without the status, which markets
 *   before 2022 lack; any other pair needs the status `resolved`. `settled` means that the oracle has its answer, which
 *   the market takes over as exactly 1 and 0.
 * - Resolved at 0.5 / 0.5 is void, at another fraction a split. A pair within a hundredth of 1 and 0 is
 *   a last price, not a split.
 * - Protocol V2 (since November 2026) has `resolutionStatus`: inactive, active, resolved. A pair of 1 and 0 is final
 *   only with `resolved`.
 * - The CLOB marks the winner by a flag; its prices of a closed market (0 / 0, 0.0003 / 0.9997) do not
 *   settle it.
 */
import { textOf, type Fields } from '../../platform/common/foreign-json';
import { publishedInstant, settledAt, UNSETTLED, type MarketStatus, type Settlement } from '../market';

export interface LifeOfMarket {
  readonly status: MarketStatus;
  readonly settlement: Settlement;
}

interface SidePrices {
  readonly yes: number | null;
  readonly no: number | null;
}

const NOT_FINAL_MARGIN = 0.01;

export const isV2 = (market: Fields): boolean => market['version'] === 'v2';

/** Reads a Gamma market with known side prices. */
export const gammaLife = (market: Fields, prices: SidePrices): LifeOfMarket => {
  const resolution = textOf(market[isV2(market) ? 'resolutionStatus' : 'umaResolutionStatus'])?.toLowerCase() ?? null;
  if (resolution === 'disputed' || resolution === 'challenged') return unsettled('disputed');
  if (!isClosed(market)) return unsettled(tradingStatus(market));
  if (resolution !== null && resolution !== 'resolved' && resolution !== 'settled') return unsettled('closed');
  if (isV2(market) && resolution === null) return unsettled('closed');
  const settled = finalPrice(prices, resolution === 'resolved');
  if (settled === null) return unsettled('closed');
  return {
    status: settled === 0.5 ? 'void' : 'settled',
    settlement: settledAt(settled, publishedInstant(market['closedTime'])),
  };
};

/** Reads a CLOB market: only a winner settles it, without a time. */
export const clobLife = (market: Fields, winners: { readonly yes: boolean; readonly no: boolean }): LifeOfMarket => {
  if (winners.yes && winners.no) return { status: 'void', settlement: settledAt(0.5, null) };
  if (winners.yes || winners.no) {
    return { status: 'settled', settlement: settledAt(winners.yes ? 1 : 0, null) };
  }
  return unsettled(isClosed(market) ? 'closed' : tradingStatus(market));
};

const unsettled = (status: MarketStatus): LifeOfMarket => ({ status, settlement: UNSETTLED });

/** A reduced record may lack `closed` but have the closing time. */
const isClosed = (market: Fields): boolean =>
  typeof market['closed'] === 'boolean' ? market['closed'] : publishedInstant(market['closedTime']) !== null;

const tradingStatus = (market: Fields): MarketStatus => {
  if (market['archived'] === true) return 'closed';
  if (market['active'] === false) return 'unopened';
  const accepting = market['acceptingOrders'] ?? market['accepting_orders'];
  return accepting === false ? 'paused' : 'open';
};

const finalPrice = ({ yes, no }: SidePrices, resolved: boolean): number | null => {
  if (yes === null || no === null || Math.abs(yes + no - 1) > 1e-6) return null;
  if (yes === 1 || yes === 0) return yes;
  if (!resolved) return null;
  return Math.min(yes, no) < NOT_FINAL_MARGIN ? null : yes;
};
