// The newest items of each source type that touch a scope, each item once, as they are shown to a model.
// mode:    read
// param:   $types     LIST<STRING>  source types
// param:   $scope     LIST<STRING>  entity ids
// param:   $market    STRING        <exchange>/<ticker>: its own trades and twin questions are circular
// param:   $since     INTEGER       start of the window, UTC ms
// param:   $now       INTEGER       end of the window, UTC ms
// param:   $per_type  INTEGER       most items of one source type
// returns: item       MAP           the item with its entity ids and whether it is circular
UNWIND $types AS type
CALL (type) {
  UNWIND $scope AS entity
  CALL (type, entity) {
    MATCH (i)-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, source_type, at, item)
    WHERE t.entity = entity AND t.source_type = type AND t.at >= $since AND t.at <= $now AND t.item IS NOT NULL
    WITH i, t ORDER BY t.entity DESC, t.source_type DESC, t.at DESC, t.item DESC
    WHERE t.seen_at <= $now
    RETURN i LIMIT $per_type
  }
  WITH DISTINCT i ORDER BY i.at DESC, i.id DESC LIMIT $per_type
  RETURN i
}
RETURN i {.*, entities: [(i)-[x:TOUCHES]->() | x.entity],
  circular: coalesce(i.market, '') = $market OR EXISTS { (i)-[:TWIN_OF]->(m) WHERE m.exchange + '/' + m.ticker = $market }} AS item;
