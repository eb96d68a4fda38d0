// The confluence of every market that is still open: distinct source types of the window's items that
// touch its entities, or an instrument that leads one of them, divided by five and capped at one.
// Each pair of such an entity and a source type is asked once for its newest item; an entity then hands its row of
// instants, one a type and 0 for none, to each of its markets, which keep the newest of each type.
// mode:    read
// param:   $types  LIST<STRING>  the source types: one that is missing here is never counted
// param:   $since  INTEGER       start of the window, UTC ms, inclusive
// param:   $now    INTEGER       end of the window, UTC ms, inclusive
// returns: exchange, ticker, score FLOAT, newest LIST<INTEGER> (one for each of $types, 0 for none), scope LIST<STRING> (the entities whose items count); no row for a market without entities
MATCH (e:Entity)
WHERE EXISTS { (e)<-[:ABOUT]-() } OR EXISTS { (e)-[:LEADING_INDICATOR_FOR]->()<-[:ABOUT]-() }
UNWIND range(0, size($types) - 1) AS k
WITH e, k, $types[k] AS type
CALL (e, type) {
  MATCH (i)-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, source_type, at, item)
  WHERE t.entity = e.id AND t.source_type = type AND t.at >= $since AND t.at <= $now AND t.item IS NOT NULL
  WITH t ORDER BY t.entity DESC, t.source_type DESC, t.at DESC, t.item DESC
  WHERE t.seen_at <= $now
  WITH t.at AS at LIMIT 1
  RETURN coalesce(max(at), 0) AS newest
}
WITH e, k, newest ORDER BY k
WITH e, e.id AS id, collect(newest) AS newest
MATCH (e)-[leads:LEADING_INDICATOR_FOR*0..1]->(about:Entity)
WHERE all(r IN leads WHERE r.until IS NULL)
WITH about, id, newest
// A subquery of its own: whatever the statistics say, an entity finds its markets and no scan of all is joined.
CALL (about) {
  MATCH (about)<-[:ABOUT]-(m:Market)
  WHERE NOT coalesce(m.status, 'open') IN ['settled', 'void']
  RETURN m
}
WITH m, collect(newest) AS rows, collect(DISTINCT id) AS scope
WITH m, scope, [k IN range(0, size($types) - 1) |
  reduce(latest = 0, row IN rows | CASE WHEN row[k] > latest THEN row[k] ELSE latest END)] AS newest
WITH m, scope, newest, size([at IN newest WHERE at > 0]) AS types
RETURN m.exchange AS exchange, m.ticker AS ticker,
  CASE WHEN types >= 5 THEN 1.0 ELSE types / 5.0 END AS score, newest, scope;
