// The evidence of some markets by relevance, then newest first, with the reasons.
// mode:    read
// param:   $asked   LIST<MAP>     {market STRING <exchange>/<ticker>, since INTEGER start of the window, UTC ms, inclusive}
// param:   $types   LIST<STRING>  source types
// param:   $now     INTEGER       end of the window, UTC ms, inclusive
// param:   $scan    INTEGER       newest items of one type to read
// param:   $limit   INTEGER       maximum items per market
// returns: evidence LIST<MAP>     {item MAP (the item, its entity ids in entities), relevance FLOAT, about BOOLEAN, verdict MAP? {grade, reason,
//          judge, prompt}, circular BOOLEAN, paths LIST<STRING>, story STRING?, origin_family STRING?, copies INTEGER}; a row for
//          each of $asked, in their order
UNWIND range(0, size($asked) - 1) AS nth
WITH nth, $asked[nth] AS one
CALL (one) {
  UNWIND $types AS type
  CALL (one, type) {
    MATCH (i)-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, source_type, at, item)
    WHERE e.market = one.market AND e.source_type = type AND e.at >= one.since AND e.at <= $now AND e.item IS NOT NULL
    WITH i, e ORDER BY e.market DESC, e.source_type DESC, e.at DESC, e.item DESC LIMIT $scan
    WHERE e.seen_at <= $now AND (coalesce(e.judged, 1) > 0 OR e.judged_at > $now)
    RETURN i, e, CASE WHEN e.judged_at <= $now THEN e.judged_relevance ELSE e.relevance END AS relevance
  }
  WITH i, e, relevance ORDER BY relevance DESC, e.at DESC, e.item DESC LIMIT $limit
  RETURN collect({
    item: i {.*, search: null, time: null, entities: [(i)-[t:TOUCHES]->() | t.entity]}, relevance: relevance,
    about: CASE WHEN e.judged_at <= $now THEN e.judged = 2 ELSE coalesce(e.about, false) END,
    verdict: CASE WHEN e.judged_at <= $now THEN {grade: e.judged, reason: e.reason, judge: e.judge, prompt: e.prompt} END,
    circular: coalesce(e.circular, false), paths: e.paths, story: i.story,
    origin_family: head([(i)-[:REPORTS]->(s:Story) | s.origin_family]),
    copies: COUNT { (i)-[:REPORTS]->(:Story)<-[:REPORTS]-() }
  }) AS evidence
}
RETURN evidence ORDER BY nth;
