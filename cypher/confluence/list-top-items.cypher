// The most relevant items of each source type among the newest evidence for one market.
// mode:    read
// param:   $types   LIST<STRING>  source types
// param:   $market  STRING        <exchange>/<ticker>
// param:   $since   INTEGER       start of the window, UTC ms, inclusive
// param:   $now     INTEGER       end of the window, UTC ms, inclusive
// param:   $scan    INTEGER       newest items of one type to read
// param:   $limit   INTEGER       maximum items of one type
// returns: type, item MAP {id, title, source, publisher, lang, url, at, circular, relevance, about, verdict MAP? {grade, reason, judge, prompt}, paths, story, copies}, most relevant first
UNWIND $types AS type
CALL (type) {
  MATCH (i)-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, source_type, at, item)
  WHERE e.market = $market AND e.source_type = type AND e.at >= $since AND e.at <= $now AND e.item IS NOT NULL
  WITH i, e ORDER BY e.market DESC, e.source_type DESC, e.at DESC, e.item DESC LIMIT $scan
  WHERE e.seen_at <= $now AND (coalesce(e.judged, 1) > 0 OR e.judged_at > $now)
  WITH i, e, CASE WHEN e.judged_at <= $now THEN e.judged_relevance ELSE e.relevance END AS relevance ORDER BY relevance DESC, e.at DESC, e.item DESC LIMIT $limit
  RETURN i, e, relevance
}
RETURN type, i {.id, .title, .source, .publisher, .lang, .url, .at, .story, circular: coalesce(e.circular, false), relevance: relevance,
  about: CASE WHEN e.judged_at <= $now THEN e.judged = 2 ELSE coalesce(e.about, false) END, verdict: CASE WHEN e.judged_at <= $now THEN {grade: e.judged, reason: e.reason, judge: e.judge, prompt: e.prompt} END,
   paths: coalesce(e.paths, []), copies: COUNT { (i)-[:REPORTS]->(:Story)<-[:REPORTS]-() }} AS item;
