// One entity, retired or not, with its number of relationships and recent items; for a merged id, the current one.
// mode:    read
// param:   $id      STRING
// param:   $day     STRING?   only relationships that hold on this UTC day; all when null
// param:   $since   INTEGER   start of the item count, UTC ms, exclusive
// param:   $as_of   INTEGER   end of the count and view of the log, UTC ms
// returns: entity MAP?, merged_into STRING?, relationship_count INTEGER, item_count_24h INTEGER
// try:     :param {id: 'iran', day: null, since: 0, as_of: timestamp()}
OPTIONAL MATCH (e:Entity {id: $id})
OPTIONAL MATCH (m:MergedEntity {id: $id})
WITH e, m, $id AS id
CALL (id) {
  MATCH ()-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, at, item)
  WHERE t.entity = id AND t.at > $since AND t.at <= $as_of AND t.item IS NOT NULL AND t.seen_at <= $as_of
  RETURN count(t) AS item_count_24h
}
RETURN e {.*, search: null} AS entity,
       m.into AS merged_into,
       CASE WHEN e IS NULL THEN 0 ELSE COUNT { (e)-[r:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]-() WHERE $day IS NULL OR (coalesce(r.since <= $day AND r.since <> left($day, 4), true) AND coalesce(r.until >= left($day, size(r.until)) AND r.until <> left($day, 4), true)) } END AS relationship_count,
       item_count_24h;
