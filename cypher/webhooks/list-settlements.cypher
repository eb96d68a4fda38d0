// Settlements seen since an instant.
// mode:    read
// param:   $since  INTEGER  UTC ms
// param:   $limit  INTEGER  maximum rows
// returns: exchange STRING, ticker STRING, theater STRING?, entities LIST<STRING>, at INTEGER, status STRING
// returns: outcome STRING?, settlement_yes_price FLOAT?, resolved_at STRING?
MATCH (s:Settlement) USING INDEX SEEK s:Settlement(seen_at_ms)
WHERE s.seen_at_ms >= $since
WITH s ORDER BY s.seen_at_ms LIMIT $limit
OPTIONAL MATCH (m:Market {exchange: s.exchange, ticker: s.ticker})
RETURN s.exchange AS exchange, s.ticker AS ticker, m.theater AS theater,
  COLLECT { MATCH (m)-[:ABOUT]->(e:Entity) RETURN e.id ORDER BY e.id } AS entities,
  s.seen_at_ms AS at, s.status AS status, s.outcome AS outcome,
  s.settlement_yes_price AS settlement_yes_price, s.resolved_at AS resolved_at
ORDER BY s.seen_at_ms, s.exchange, s.ticker;
