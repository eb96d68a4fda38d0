// Markets that are still open, each with the entities whose items count: its own, and instruments that lead one of them.
// mode:    read
// returns: exchange, ticker, scope LIST<STRING>  ids, sorted
MATCH (m:Market)
WHERE NOT coalesce(m.status, 'open') IN ['settled', 'void']
RETURN m.exchange AS exchange, m.ticker AS ticker,
  COLLECT { MATCH (m)-[:ABOUT]->(:Entity)<-[leads:LEADING_INDICATOR_FOR*0..1]-(e:Entity) WHERE all(r IN leads WHERE r.until IS NULL) RETURN DISTINCT e.id ORDER BY e.id } AS scope;
