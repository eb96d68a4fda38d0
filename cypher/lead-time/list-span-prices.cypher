// Prices of markets in spans: the one valid at the start, if known, and those quoted until the end.
// mode:    read
// param:   $spans  LIST<MAP>  {exchange, ticker, since, at} UTC ms
// returns: exchange, ticker, at, held FLOAT?, prices LIST<FLOAT>
UNWIND $spans AS v
CALL (v) {
  OPTIONAL MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = v.exchange AND q.ticker = v.ticker AND q.at <= v.since
  WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT 1
  RETURN q.yes_price AS held
}
CALL (v) {
  MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = v.exchange AND q.ticker = v.ticker AND q.at > v.since AND q.at <= v.at AND q.yes_price IS NOT NULL
  RETURN collect(q.yes_price) AS prices
}
RETURN v.exchange AS exchange, v.ticker AS ticker, v.at AS at, held, prices;
