// Entities of the ontology in id order, with their numbers of relationships and recent items.
// mode:    read
// param:   $type    STRING?   entity type, or null for all
// param:   $theater STRING?   theater, or null for all
// param:   $words   LIST<STRING>  folded words; all must occur in its id, name or aliases
// param:   $after   STRING    the page starts after this id; '' for the first
// param:   $day     STRING?   only relationships that hold on this UTC day; all when null
// param:   $since   INTEGER   start of the item count, UTC ms, exclusive
// param:   $as_of   INTEGER   end of the count and view of the log, UTC ms
// param:   $limit   INTEGER   maximum rows
// returns: entity MAP, relationship_count INTEGER, item_count_24h INTEGER
// try:     :param {type: 'country', theater: null, words: [], after: '', day: null, since: 0, as_of: timestamp(), limit: 25}
MATCH (e:Entity)
WHERE e.id > $after AND e.retired IS NULL
  AND ($type IS NULL OR e.type = $type)
  AND ($theater IS NULL OR e.theater = $theater)
  AND all(word IN $words WHERE coalesce(e.search, toLower(e.id + coalesce(e.name, ''))) CONTAINS word)
WITH e ORDER BY e.id LIMIT $limit
CALL (e) {
  MATCH ()-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, at, item)
  WHERE t.entity = e.id AND t.at > $since AND t.at <= $as_of AND t.item IS NOT NULL AND t.seen_at <= $as_of
  RETURN count(t) AS item_count_24h
}
RETURN e {.*, search: null} AS entity,
       COUNT { (e)-[r:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]-() WHERE $day IS NULL OR (coalesce(r.since <= $day AND r.since <> left($day, 4), true) AND coalesce(r.until >= left($day, size(r.until)) AND r.until <> left($day, 4), true)) } AS relationship_count,
       item_count_24h
ORDER BY e.id;
