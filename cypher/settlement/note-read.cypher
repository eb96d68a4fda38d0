// Stores that settled markets were read again.
// mode:    write
// param:   $markets  LIST<MAP>  {exchange, ticker}
// param:   $now      INTEGER    UTC ms
// returns: noted     INTEGER    how many
UNWIND $markets AS market
MATCH (s:Settlement {exchange: market.exchange, ticker: market.ticker})
SET s.read_at_ms = $now
RETURN count(s) AS noted;
