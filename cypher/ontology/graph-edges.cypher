// Relationships among some entities. The far end is found by expanding: a plan that seeks both ends is slow.
// mode:    read
// param:   $ids     LIST<STRING>
// param:   $day     STRING?   only relationships that hold on this UTC day; all when null
// param:   $limit   INTEGER   maximum rows
// returns: id STRING, type STRING, from STRING, to STRING, basis STRING, since STRING?, until STRING?, denied BOOLEAN?, source STRING, checked_at STRING
UNWIND $ids AS id
MATCH (a:Entity {id: id})-[r:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]->(b)
USING INDEX SEEK a:Entity(id)
WHERE b.id IN $ids AND ($day IS NULL OR (coalesce(r.since <= $day AND r.since <> left($day, 4), true) AND coalesce(r.until >= left($day, size(r.until)) AND r.until <> left($day, 4), true)))
RETURN a.id + ':' + toLower(type(r)) + ':' + b.id AS id,
       toLower(type(r)) AS type, a.id AS from, b.id AS to, r.basis AS basis, r.since AS since, r.until AS until,
       r.denied AS denied, r.source AS source, r.checked_at AS checked_at
ORDER BY id LIMIT $limit;
