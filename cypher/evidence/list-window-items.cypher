// The newest items of a span of event time, with the entities that they touch.
// mode:    read
// param:   $since  INTEGER  UTC ms, inclusive
// param:   $now    INTEGER  UTC ms, inclusive
// param:   $limit  INTEGER  maximum items
// returns: id, title, summary STRING?, lang STRING?, source_type, at, first_seen_at, market STRING?, instrument STRING?, due STRING?, entities LIST<STRING>
MATCH (i:Item) USING INDEX SEEK i:Item(at, id)
WHERE i.at >= $since AND i.at <= $now AND i.id IS NOT NULL
WITH i ORDER BY i.at DESC, i.id DESC LIMIT $limit
RETURN i.id AS id, i.title AS title, i.summary AS summary, i.lang AS lang, i.source_type AS source_type, i.at AS at,
  i.first_seen_at AS first_seen_at, i.market AS market,
  CASE WHEN i.source_type = 'financial' THEN head([(i)-[:TOUCHES]->(e:Entity) WHERE e.type = 'instrument' | e.id]) END AS instrument,
  CASE WHEN i.source_type = 'calendar' THEN i.attr_begins_on END AS due,
  [(i)-[t:TOUCHES]->() WHERE t.by IS NULL | t.entity] AS entities;
