// Quotes of a tracked market within a span, newest first; no row when it is not tracked.
// mode:    read
// param:   $exchange  STRING
// param:   $ticker    STRING
// param:   $since     INTEGER  UTC ms
// param:   $until     INTEGER  UTC ms
// param:   $limit     INTEGER  maximum quotes
// returns: quotes     LIST<MAP>  {at, yes_price, yes_bid, yes_ask, origin}
MATCH (m:Market {exchange: $exchange, ticker: $ticker}) WHERE m.question IS NOT NULL
RETURN COLLECT {
  MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = $exchange AND q.ticker = $ticker AND q.at >= $since AND q.at <= $until
  WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT $limit
  RETURN q {.at, .yes_price, .yes_bid, .yes_ask, .origin}
} AS quotes;
