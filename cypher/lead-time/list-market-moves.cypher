// A tracked market's price moves within a span, newest first, with earlier sources; no row when not tracked.
// mode:    read
// param:   $exchange  STRING
// param:   $ticker    STRING
// param:   $since     INTEGER  UTC ms
// param:   $until     INTEGER  UTC ms
// param:   $limit     INTEGER  maximum moves
// returns: moves      LIST<MAP>  {at, started_at, from, to, sources, source_types, first_leads, last_leads}, leads in ms
MATCH (m:Market {exchange: $exchange, ticker: $ticker}) WHERE m.question IS NOT NULL
RETURN COLLECT {
  MATCH (n:Move) USING INDEX SEEK n:Move(exchange, ticker, at)
  WHERE n.exchange = $exchange AND n.ticker = $ticker AND n.at >= $since AND n.at <= $until
  WITH n ORDER BY n.exchange DESC, n.ticker DESC, n.at DESC LIMIT $limit
  RETURN n {.at, .started_at, .from, .to, .sources, .source_types, .first_leads, .last_leads}
} AS moves;
