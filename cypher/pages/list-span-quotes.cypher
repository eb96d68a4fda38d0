// Prices of some markets in a span, oldest first: the one valid at its start, and those quoted until its end.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker}
// param:   $since    INTEGER    UTC ms
// param:   $until    INTEGER    UTC ms
// param:   $limit    INTEGER    maximum (newest) prices per market
// returns: exchange STRING, ticker STRING, prices LIST<MAP> {at INTEGER, price FLOAT, bid FLOAT?, ask FLOAT?}
UNWIND $markets AS m
CALL (m) {
  OPTIONAL MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = m.exchange AND q.ticker = m.ticker AND q.at <= $since
  WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT 1
  RETURN CASE WHEN q.yes_price IS NULL THEN [] ELSE [{at: q.at, price: q.yes_price, bid: q.yes_bid, ask: q.yes_ask}] END AS held
}
CALL (m) {
  MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = m.exchange AND q.ticker = m.ticker AND q.at > $since AND q.at <= $until AND q.yes_price IS NOT NULL
  WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT $limit
  RETURN collect({at: q.at, price: q.yes_price, bid: q.yes_bid, ask: q.yes_ask}) AS later
}
RETURN m.exchange AS exchange, m.ticker AS ticker, held + reverse(later) AS prices;
