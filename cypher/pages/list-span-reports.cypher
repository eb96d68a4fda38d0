// Reports of a span that are evidence for a market and raised no surge, the newest of each source type.
// mode:    read
// param:   $types   LIST<STRING>  source types
// param:   $since   INTEGER       UTC ms
// param:   $now     INTEGER       UTC ms
// param:   $scan    INTEGER       newest items of one type to read
// param:   $limit   INTEGER       maximum reports per type
// returns: item     MAP           {id, title, source, source_type, url, at, first_seen_at, lang, family, story}
// returns: markets  LIST<MAP>     {exchange, ticker, relevance FLOAT}
// try:     :param {types: ['news'], since: timestamp() - 86400000, now: timestamp(), scan: 500, limit: 100}
UNWIND $types AS type
CALL (type) {
  MATCH (i:Item) USING INDEX SEEK i:Item(source_type, at, id)
  WHERE i.source_type = type AND i.at >= $since AND i.at <= $now AND i.id IS NOT NULL
  WITH i ORDER BY i.source_type DESC, i.at DESC, i.id DESC LIMIT $scan
  WHERE NOT EXISTS { (:Alert)-[:RAISED_BY]->(i) }
  WITH i, COLLECT {
    MATCH (i)-[e:EVIDENCE]->(m:Market)
    WHERE coalesce(e.judged, 1) > 0
    RETURN m {.exchange, .ticker, relevance: coalesce(e.judged_relevance, e.relevance)}
  } AS markets
  WHERE size(markets) > 0
  RETURN i, markets LIMIT $limit
}
RETURN i {.id, .title, .source, .source_type, .url, .at, .first_seen_at, .lang, .family, .story} AS item, markets;
