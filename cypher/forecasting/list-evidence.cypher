// The newest items of each source type that touch a scope, each item once.
// mode:    read
// param:   $types     LIST<STRING>  source types
// param:   $scope     LIST<STRING>  entity ids
// param:   $since     INTEGER       start of the window, UTC ms
// param:   $now       INTEGER       end of the window, UTC ms
// param:   $per_type  INTEGER       most items of one source type
// returns: item       MAP           the item with its entity ids
UNWIND $types AS type
CALL (type) {
  UNWIND $scope AS entity
  CALL (type, entity) {
    MATCH (i)-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, source_type, at, item)
    WHERE t.entity = entity AND t.source_type = type AND t.at >= $since AND t.at <= $now AND t.item IS NOT NULL
    WITH i, t ORDER BY t.entity DESC, t.source_type DESC, t.at DESC, t.item DESC LIMIT $per_type
    RETURN i
  }
  WITH DISTINCT i ORDER BY i.at DESC, i.id DESC LIMIT $per_type
  RETURN i
}
RETURN i {.id, .source_type, .category, .source, .lang, .title, .summary, .url, .published_at, .first_seen_at, .content_hash,
          entities: [(i)-[x:TOUCHES]->() | x.entity]} AS item;
