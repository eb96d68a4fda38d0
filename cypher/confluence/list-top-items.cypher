// The most relevant items of each source type among the newest that are evidence for one market.
// mode:    read
// param:   $types   LIST<STRING>  source types
// param:   $market  STRING        <exchange>/<ticker>
// param:   $since   INTEGER       start of the window, UTC ms, inclusive
// param:   $now     INTEGER       end of the window, UTC ms, inclusive
// param:   $scan    INTEGER       newest items of one type that are looked at
// param:   $limit   INTEGER       most items of one type
// returns: type, item MAP {id, title, source, publisher, lang, url, at, circular, relevance, about, paths, story, copies}, most relevant first
UNWIND $types AS type
CALL (type) {
  MATCH (i)-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, source_type, at, item)
  WHERE e.market = $market AND e.source_type = type AND e.at >= $since AND e.at <= $now AND e.item IS NOT NULL
  WITH i, e ORDER BY e.market DESC, e.source_type DESC, e.at DESC, e.item DESC LIMIT $scan
  WHERE e.seen_at <= $now
  WITH i, e ORDER BY e.relevance DESC, e.at DESC, e.item DESC LIMIT $limit
  RETURN i, e
}
RETURN type, i {.id, .title, .source, .publisher, .lang, .url, .at, .story, circular: coalesce(e.circular, false), relevance: e.relevance,
  about: coalesce(e.about, false), paths: coalesce(e.paths, []), copies: COUNT { (i)-[:REPORTS]->(:Story)<-[:REPORTS]-() }} AS item;
