// Moves of one market, newest first, with who had spoken before: lists side by side, leads in ms.
// mode:    read
// param:   $exchange  STRING
// param:   $ticker    STRING
// param:   $since     INTEGER  UTC ms
// param:   $now       INTEGER  UTC ms
// param:   $limit     INTEGER  most rows
// returns: started_at, at INTEGER, from, to FLOAT, sources, source_types LIST<STRING>, first_leads LIST<INTEGER>
MATCH (n:Move) USING INDEX SEEK n:Move(exchange, ticker, at)
WHERE n.exchange = $exchange AND n.ticker = $ticker AND n.at >= $since AND n.at <= $now
WITH n ORDER BY n.exchange DESC, n.ticker DESC, n.at DESC LIMIT $limit
RETURN n.started_at AS started_at, n.at AS at, n.from AS from, n.to AS to, n.sources AS sources,
  n.source_types AS source_types, n.first_leads AS first_leads;
