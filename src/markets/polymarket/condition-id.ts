/**
 * Condition ids of both protocols of Polymarket. V1: 32 bytes. V2: module, identity and a last byte that is zero,
 * which some answers leave out (31 bytes); a position is the same with its side (0 YES, 1 NO) for the last byte.
 */
const CONDITION_ID = /^0x(?:[0-9a-f]{62}|[0-9a-f]{64})$/;
const OF_V2 = /^0x0[12][0-9a-f]{60}00$/;

/** An id in its one form for ever: `0x` and 64 hex digits in lower case; null when it is no condition id. */
export const conditionTicker = (id: string | null): string | null => {
  const lower = id?.toLowerCase() ?? '';
  return CONDITION_ID.test(lower) ? lower.padEnd(66, '0') : null;
};

/** The forms in which an exchange may know a ticker. */
export const conditionForms = (ticker: string): readonly string[] =>
  OF_V2.test(ticker) ? [ticker.slice(0, -2), ticker] : [ticker];
