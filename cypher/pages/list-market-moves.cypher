// Moves of one market's price, newest first, with the source types of earlier items.
// mode:    read
// param:   $exchange  STRING
// param:   $ticker    STRING
// param:   $since     INTEGER  UTC ms
// param:   $limit     INTEGER  maximum rows
// returns: at INTEGER, from FLOAT, to FLOAT, sources LIST<STRING>, source_types LIST<STRING>, first_leads LIST<INTEGER>  ms before the move
MATCH (n:Move) USING INDEX SEEK n:Move(exchange, ticker, at)
WHERE n.exchange = $exchange AND n.ticker = $ticker AND n.at >= $since
RETURN n.at AS at, n.from AS from, n.to AS to, n.sources AS sources, n.source_types AS source_types,
  n.first_leads AS first_leads
ORDER BY n.exchange DESC, n.ticker DESC, n.at DESC LIMIT $limit;
