// What the window holds about the entities of one market, per source type: how much, how new, and who stands behind it.
// mode:    read
// param:   $scope   LIST<STRING>  entities whose items count
// param:   $types   LIST<STRING>  source types
// param:   $market  STRING        <exchange>/<ticker>: its own trades and twin questions are circular
// param:   $since   INTEGER       start of the window, UTC ms, inclusive
// param:   $now     INTEGER       end of the window, UTC ms, inclusive
// returns: type, items, circular, newest, newest_independent INTEGER?, origins LIST<MAP> {family, category, lang, origin, items}
UNWIND $types AS type
CALL (type) {
  UNWIND $scope AS entity
  MATCH (i)-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, source_type, at, item)
  WHERE t.entity = entity AND t.source_type = type AND t.at >= $since AND t.at <= $now AND t.item IS NOT NULL
    AND t.seen_at <= $now
  RETURN DISTINCT i
}
WITH type, i,
  CASE WHEN type IN ['whale', 'forecaster']
    THEN coalesce(i.market, '') = $market OR EXISTS { (i)-[:TWIN_OF]->(m) WHERE m.exchange + '/' + m.ticker = $market }
    ELSE false END AS own
WITH type, own, i.family AS family, i.category AS category, i.lang AS lang,
  coalesce(head([(i)-[:REPORTS]->(s:Story) | s.origin_family]), i.family) AS origin,
  count(i) AS n, max(i.at) AS newest
RETURN type, sum(n) AS items, sum(CASE WHEN own THEN n ELSE 0 END) AS circular, max(newest) AS newest,
  max(CASE WHEN own THEN null ELSE newest END) AS newest_independent,
  [o IN collect(CASE WHEN own THEN null ELSE {family: family, category: category, lang: lang, origin: origin, items: n} END) WHERE o IS NOT NULL] AS origins;
