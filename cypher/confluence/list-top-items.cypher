// The newest items of each source type about the entities of one market.
// mode:    read
// param:   $scope   LIST<STRING>  entities whose items count
// param:   $types   LIST<STRING>  source types
// param:   $market  STRING        <exchange>/<ticker>: its own trades and twin questions are circular
// param:   $since   INTEGER       start of the window, UTC ms, inclusive
// param:   $now     INTEGER       end of the window, UTC ms, inclusive
// param:   $limit   INTEGER       most items of one type
// returns: type, item MAP {id, title, source, publisher, lang, url, at, circular}, newest first
UNWIND $types AS type
CALL (type) {
  UNWIND $scope AS entity
  CALL (type, entity) {
    MATCH (i)-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, source_type, at, item)
    WHERE t.entity = entity AND t.source_type = type AND t.at >= $since AND t.at <= $now AND t.item IS NOT NULL
    WITH i, t ORDER BY t.entity DESC, t.source_type DESC, t.at DESC, t.item DESC
    WHERE t.seen_at <= $now
    RETURN i LIMIT $limit
  }
  WITH DISTINCT i ORDER BY i.at DESC, i.id DESC LIMIT $limit
  RETURN i
}
RETURN type, i {.id, .title, .source, .publisher, .lang, .url, .at,
  circular: coalesce(i.market, '') = $market OR EXISTS { (i)-[:TWIN_OF]->(m) WHERE m.exchange + '/' + m.ticker = $market }} AS item;
