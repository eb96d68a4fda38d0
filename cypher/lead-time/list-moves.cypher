// Moves since an instant, newest first, with the sources of earlier items: parallel lists, leads in ms.
// mode:    read
// param:   $since  INTEGER  UTC ms
// param:   $now    INTEGER  UTC ms
// param:   $limit  INTEGER  maximum rows
// returns: exchange, ticker, at, started_at, from FLOAT, to FLOAT, sources, source_types, first_leads, last_leads,
//          control_sources LIST<STRING>?, control_source_types LIST<STRING>?
MATCH (n:Move) USING INDEX SEEK n:Move(at)
WHERE n.at >= $since AND n.at <= $now
WITH n ORDER BY n.at DESC LIMIT $limit
RETURN n.exchange AS exchange, n.ticker AS ticker, n.at AS at, n.started_at AS started_at, n.from AS from, n.to AS to,
  n.sources AS sources, n.source_types AS source_types, n.first_leads AS first_leads, n.last_leads AS last_leads,
  n.control_sources AS control_sources, n.control_source_types AS control_source_types;
