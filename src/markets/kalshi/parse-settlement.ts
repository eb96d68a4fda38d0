/**
 * Maps Kalshi's status and result to the life of a market.
 *
 * The result of a `determined` market can still be disputed or amended until the settlement timer ends; `finalized` (in
 * older responses `settled`) is final. A result `scalar` settles at the stated value, `void` refunds. The last price is
 * never an outcome.
 */
import { numberOf, textOf, unitOf, type Fields } from '../../platform/common/foreign-json';
import { publishedInstant, settledAt, UNSETTLED, type MarketStatus, type Settlement } from '../market';

/** Statuses of the API, of older responses and of the query filter. */
const STATUSES: Readonly<Record<string, MarketStatus>> = {
  initialized: 'unopened',
  unopened: 'unopened',
  active: 'open',
  open: 'open',
  inactive: 'paused',
  paused: 'paused',
  closed: 'closed',
  determined: 'closed',
  disputed: 'disputed',
  amended: 'disputed',
  finalized: 'settled',
  settled: 'settled',
};

/** Status and settlement of one market object. An unknown status counts as closed: not tradable, not final. */
export const kalshiLife = (market: Fields): { readonly status: MarketStatus; readonly settlement: Settlement } => {
  const status = STATUSES[textOf(market['status'])?.toLowerCase() ?? ''] ?? 'closed';
  if (status !== 'settled') return { status, settlement: UNSETTLED };
  const at = publishedInstant(market['settlement_ts'] ?? market['settled_time']);
  const value = settlementValue(market);
  switch (textOf(market['result'])?.toLowerCase()) {
    case 'yes':
      return { status, settlement: settledAt(1, at) };
    case 'no':
      return { status, settlement: settledAt(0, at) };
    case 'void':
      return { status: 'void', settlement: settledAt(value, at) };
    default:
      // Scalar, or a final market without a result: only a stated value settles it.
      return value === null
        ? { status: 'closed', settlement: UNSETTLED }
        : { status, settlement: settledAt(value, at) };
  }
};

const settlementValue = (market: Fields): number | null => {
  const dollars = unitOf(market['settlement_value_dollars']);
  if (dollars !== null) return dollars;
  const cents = numberOf(market['settlement_value']);
  return cents === null ? null : unitOf(cents / 100);
};
