// The last price of each hour of some markets, oldest first.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker}
// param:   $since    INTEGER    UTC ms
// param:   $now      INTEGER    UTC ms
// returns: prices    LIST<MAP>  {at INTEGER, price FLOAT}; a row for each market, in their order
UNWIND range(0, size($markets) - 1) AS nth
WITH nth, $markets[nth] AS market
CALL (market) {
  MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = market.exchange AND q.ticker = market.ticker AND q.at >= $since AND q.at <= $now
  WITH q ORDER BY q.exchange, q.ticker, q.at
  WHERE q.yes_price IS NOT NULL
  WITH q.at / 3600000 AS hour, collect({at: q.at, price: q.yes_price}) AS quotes
  WITH quotes[-1] AS last ORDER BY last.at
  RETURN collect(last) AS prices
}
RETURN prices ORDER BY nth;
