// The evidence of one market, the most relevant first and of equals the newest, with why each item counts.
// mode:    read
// param:   $market  STRING        <exchange>/<ticker>
// param:   $types   LIST<STRING>  source types
// param:   $since   INTEGER       start of the window, UTC ms, inclusive
// param:   $now     INTEGER       end of the window, UTC ms, inclusive
// param:   $scan    INTEGER       newest items of one type that are looked at
// param:   $limit   INTEGER       most rows
// returns: item MAP (the item, its entity ids in entities), relevance FLOAT, about BOOLEAN, verdict MAP? {grade, reason, judge, prompt}, circular BOOLEAN, paths LIST<STRING>, story STRING?, origin_family STRING?, copies INTEGER
UNWIND $types AS type
CALL (type) {
  MATCH (i)-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, source_type, at, item)
  WHERE e.market = $market AND e.source_type = type AND e.at >= $since AND e.at <= $now AND e.item IS NOT NULL
  WITH i, e ORDER BY e.market DESC, e.source_type DESC, e.at DESC, e.item DESC LIMIT $scan
  WHERE e.seen_at <= $now AND (coalesce(e.judged, 1) > 0 OR e.judged_at > $now)
  RETURN i, e, CASE WHEN e.judged_at <= $now THEN e.judged_relevance ELSE e.relevance END AS relevance
}
WITH i, e, relevance ORDER BY relevance DESC, e.at DESC, e.item DESC LIMIT $limit
RETURN i {.*, search: null, time: null, entities: [(i)-[t:TOUCHES]->() | t.entity]} AS item,
  relevance, CASE WHEN e.judged_at <= $now THEN e.judged = 2 ELSE coalesce(e.about, false) END AS about, CASE WHEN e.judged_at <= $now THEN {grade: e.judged, reason: e.reason, judge: e.judge, prompt: e.prompt} END AS verdict, coalesce(e.circular, false) AS circular, e.paths AS paths,
  i.story AS story, head([(i)-[:REPORTS]->(s:Story) | s.origin_family]) AS origin_family,
  COUNT { (i)-[:REPORTS]->(:Story)<-[:REPORTS]-() } AS copies;
