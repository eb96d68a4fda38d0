/**
 * Condition ids of both protocols of Polymarket. V1: 32 bytes. V2: module, identity and a final zero byte, which some
 * responses omit (31 bytes); a position has its side (0 YES, 1 NO) as the final byte.
 */
const CONDITION_ID = /^0x(?:[0-9a-f]{62}|[0-9a-f]{64})$/;
const OF_V2 = /^0x0[12][0-9a-f]{60}00$/;

/** Canonical form: `0x` and 64 hex digits in lower case; null for anything else. */
export const conditionTicker = (id: string | null): string | null => {
  const lower = id?.toLowerCase() ?? '';
  return CONDITION_ID.test(lower) ? lower.padEnd(66, '0') : null;
};

/** The forms of a ticker on the exchange. */
export const conditionForms = (ticker: string): readonly string[] =>
  OF_V2.test(ticker) ? [ticker.slice(0, -2), ticker] : [ticker];
