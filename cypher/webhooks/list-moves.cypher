// Moves of market prices since an instant.
// mode:    read
// param:   $since  INTEGER  UTC ms
// param:   $limit  INTEGER  maximum rows
// returns: exchange STRING, ticker STRING, theater STRING?, entities LIST<STRING>, at INTEGER, from FLOAT, to FLOAT
MATCH (n:Move) USING INDEX SEEK n:Move(at)
WHERE n.at >= $since
WITH n ORDER BY n.at LIMIT $limit
MATCH (m:Market {exchange: n.exchange, ticker: n.ticker})
RETURN m.exchange AS exchange, m.ticker AS ticker, m.theater AS theater,
  COLLECT { MATCH (m)-[:ABOUT]->(e:Entity) RETURN e.id ORDER BY e.id } AS entities,
  n.at AS at, n.from AS from, n.to AS to
ORDER BY n.at, m.exchange, m.ticker;
