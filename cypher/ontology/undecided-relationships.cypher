// Statements with unknown validity on a day: only the year of their start or end is known.
// mode:    read
// scans:   Entity
// param:   $type    STRING?   relationship type in lower case, or null for all
// param:   $entity  STRING?   id of an entity at either end, or null for all
// param:   $day     STRING    UTC day YYYY-MM-DD
// returns: id STRING
// try:     :param {type: 'leads', entity: null, day: '2013-06-01'}
MATCH (a:Entity)-[r:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]->(b:Entity)
WHERE ($type IS NULL OR type(r) = toUpper($type))
  AND ($entity IS NULL OR a.id = $entity OR b.id = $entity)
  AND (r.since = left($day, 4) OR r.until = left($day, 4))
RETURN a.id + ':' + toLower(type(r)) + ':' + b.id AS id
ORDER BY id;
