// Relationships of one entity, in either direction, with the entity at the other end, which is found by expanding.
// mode:    read
// param:   $id      STRING
// param:   $day     STRING?   only relationships that hold on this UTC day; all when null
// returns: type STRING, from STRING, to STRING, basis STRING, since STRING?, until STRING?, denied BOOLEAN?, source STRING, checked_at STRING, other MAP {id, type, name, theater}
// try:     :param {id: 'iran', day: null}
MATCH (e:Entity {id: $id})-[r:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]-(other)
USING INDEX SEEK e:Entity(id)
WHERE $day IS NULL OR (coalesce(r.since <= $day AND r.since <> left($day, 4), true) AND coalesce(r.until >= left($day, size(r.until)) AND r.until <> left($day, 4), true))
RETURN toLower(type(r)) AS type, startNode(r).id AS from, endNode(r).id AS to, r.basis AS basis, r.since AS since, r.until AS until,
       r.denied AS denied, r.source AS source, r.checked_at AS checked_at,
       other {.id, .type, .name, .theater} AS other
ORDER BY type, from, to;
