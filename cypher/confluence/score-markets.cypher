// The confluence of every market that is still open: distinct source types of the window's items that
// touch its entities, or an instrument that leads one of them, divided by five and capped at one.
// Each pair of entity and source type is asked once for its newest item; the answers then flow to the markets.
// mode:    read
// param:   $types  LIST<STRING>  the source types: one that is missing here is never counted
// param:   $since  INTEGER       start of the window, UTC ms, inclusive
// param:   $now    INTEGER       end of the window, UTC ms, inclusive
// returns: exchange, ticker, score FLOAT, evidence LIST<MAP>  {type, newest}, sorted by type; no row for a market without evidence
MATCH (e:Entity)
UNWIND $types AS type
CALL (e, type) {
  MATCH (i)-[t:TOUCHES]->() USING INDEX t:TOUCHES(entity, source_type, at, item)
  WHERE t.entity = e.id AND t.source_type = type AND t.at >= $since AND t.at <= $now AND t.item IS NOT NULL
  WITH t ORDER BY t.entity DESC, t.source_type DESC, t.at DESC, t.item DESC
  WHERE t.seen_at <= $now
  RETURN t.at AS newest LIMIT 1
}
WITH e, collect({type: type, newest: newest}) AS found
MATCH (e)-[leads:LEADING_INDICATOR_FOR*0..1]->(:Entity)<-[:ABOUT]-(m:Market)
WHERE all(r IN leads WHERE r.until IS NULL) AND NOT coalesce(m.status, 'open') IN ['settled', 'void']
WITH DISTINCT m, e, found
UNWIND found AS one
WITH m, one.type AS type, max(one.newest) AS newest
ORDER BY type
WITH m, collect({type: type, newest: newest}) AS evidence
RETURN m.exchange AS exchange, m.ticker AS ticker,
  CASE WHEN size(evidence) >= 5 THEN 1.0 ELSE size(evidence) / 5.0 END AS score,
  evidence;
