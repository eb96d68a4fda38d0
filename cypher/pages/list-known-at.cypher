// For each of some markets, each at its own instant: the price, and the newest forecast.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker, at: UTC ms, made_at: the same as UTC, RFC 3339}
// returns: exchange STRING, ticker STRING, price FLOAT?, said MAP? {probability_yes, made_at}
UNWIND $markets AS m
CALL (m) {
  OPTIONAL MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = m.exchange AND q.ticker = m.ticker AND q.at <= m.at
  WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT 1
  RETURN q.yes_price AS price
}
CALL (m) {
  OPTIONAL MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
  WHERE p.exchange = m.exchange AND p.ticker = m.ticker AND p.made_at <= m.made_at
  WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC LIMIT 1
  RETURN p {.probability_yes, .made_at} AS said
}
RETURN m.exchange AS exchange, m.ticker AS ticker, price, said;
