// Typed, directed statements between entities, in id order (from:type:to).
// mode:    read
// scans:   Entity
// param:   $type    STRING?   relationship type in lower case, or null for all
// param:   $entity  STRING?   id of an entity at either end, or null for all
// param:   $day     STRING?   only relationships that hold on this UTC day; all when null
// param:   $after   STRING    the page starts after this id; '' for the first
// param:   $limit   INTEGER   maximum rows
// returns: id STRING, type STRING, from STRING, to STRING, basis STRING, since STRING?, until STRING?, denied BOOLEAN?, source STRING, checked_at STRING
// try:     :param {type: 'funds', entity: null, day: null, after: '', limit: 25}
MATCH (a:Entity)-[r:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]->(b:Entity)
WHERE ($type IS NULL OR type(r) = toUpper($type))
  AND ($entity IS NULL OR a.id = $entity OR b.id = $entity)
  AND ($day IS NULL OR (coalesce(r.since <= $day AND r.since <> left($day, 4), true) AND coalesce(r.until >= left($day, size(r.until)) AND r.until <> left($day, 4), true)))
WITH a.id + ':' + toLower(type(r)) + ':' + b.id AS id, a, r, b
WHERE id > $after
RETURN id, toLower(type(r)) AS type, a.id AS from, b.id AS to, r.basis AS basis, r.since AS since, r.until AS until,
       r.denied AS denied, r.source AS source, r.checked_at AS checked_at
ORDER BY id LIMIT $limit;
