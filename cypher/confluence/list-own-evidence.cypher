// Evidence that a market may have caused itself: per entity that a market's score may rest on, and source type, the newest item of the window for each set of markets that it belongs to.
// mode:    read
// param:   $types  LIST<STRING>  the source types in which markets speak of themselves
// param:   $since  INTEGER       start of the window, UTC ms, inclusive
// param:   $now    INTEGER       end of the window, UTC ms, inclusive
// returns: entity, type, markets LIST<STRING> (<exchange>/<ticker>, empty for none), newest INTEGER
MATCH (e:Entity)
WHERE EXISTS { (e)<-[:ABOUT]-() } OR EXISTS { (e)-[:LEADING_INDICATOR_FOR]->()<-[:ABOUT]-() }
UNWIND $types AS type
// A subquery of its own: whatever the statistics say, an entity seeks its own links and no scan of all is joined.
// Nor is the market named by its label, which the planner could scan for each item.
CALL (e, type) {
  MATCH (i)-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, source_type, at, item)
  WHERE t.entity = e.id AND t.source_type = type AND t.at >= $since AND t.at <= $now AND t.item IS NOT NULL
    AND t.seen_at <= $now
  RETURN t.at AS at,
    [(i)-[:TWIN_OF]->(m) | m.exchange + '/' + m.ticker] + CASE WHEN i.market IS NULL THEN [] ELSE [i.market] END AS markets
}
RETURN e.id AS entity, type, markets, max(at) AS newest;
