// Entities one relationship away from any of some entities, found by expanding.
// mode:    read
// param:   $ids     LIST<STRING>  from these
// param:   $known   LIST<STRING>  and not these
// param:   $day     STRING?   only relationships that hold on this UTC day; all when null
// param:   $limit   INTEGER       maximum rows
// returns: id STRING
UNWIND $ids AS id
MATCH (a:Entity {id: id})-[r:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]-(other)
USING INDEX SEEK a:Entity(id)
WHERE NOT other.id IN $known AND ($day IS NULL OR (coalesce(r.since <= $day AND r.since <> left($day, 4), true) AND coalesce(r.until >= left($day, size(r.until)) AND r.until <> left($day, 4), true)))
RETURN DISTINCT other.id AS id
ORDER BY id LIMIT $limit;
