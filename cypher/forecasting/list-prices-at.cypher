// The last quoted price of markets at instants.
// mode:    read
// param:   $instants  LIST<MAP>  {exchange, ticker, at}, at in UTC ms
// param:   $stale     INTEGER    maximum age of a quote, ms
// returns: nth INTEGER (position in $instants), price FLOAT; no row without a quote
UNWIND range(0, size($instants) - 1) AS nth
WITH nth, $instants[nth] AS one
CALL (one) {
  MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = one.exchange AND q.ticker = one.ticker AND q.at <= one.at AND q.at >= one.at - $stale
  WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT 1
  RETURN q.yes_price AS price
}
WITH nth, price WHERE price IS NOT NULL
RETURN nth, price ORDER BY nth;
