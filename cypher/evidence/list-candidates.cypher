// The newest items of a span that touch one of some entities, per entity, and are not evidence for a market.
// mode:    read
// param:   $entities  LIST<STRING>
// param:   $market    STRING   <exchange>/<ticker>
// param:   $since     INTEGER  start of the span, UTC ms, inclusive
// param:   $now       INTEGER  end of the span, UTC ms, inclusive
// param:   $limit     INTEGER  maximum items per entity
// returns: id, title, summary STRING?, lang STRING?, source_type, at, first_seen_at, market STRING?, instrument STRING?, due STRING?, entities LIST<STRING>, source, url STRING?
UNWIND $entities AS entity
CALL (entity) {
  MATCH (i)-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, at, item)
  WHERE t.entity = entity AND t.at >= $since AND t.at <= $now AND t.item IS NOT NULL
  WITH i, t ORDER BY t.entity DESC, t.at DESC, t.item DESC LIMIT $limit
  WHERE t.seen_at <= $now
  RETURN i
}
WITH DISTINCT i
WHERE NOT EXISTS { (i)-[e:EVIDENCE]->() WHERE e.market = $market AND e.seen_at <= $now }
RETURN i.id AS id, i.title AS title, i.summary AS summary, i.lang AS lang, i.source_type AS source_type, i.at AS at,
  i.first_seen_at AS first_seen_at, i.market AS market, i.source AS source, i.url AS url,
  CASE WHEN i.source_type = 'financial' THEN head([(i)-[:TOUCHES]->(e:Entity) WHERE e.type = 'instrument' | e.id]) END AS instrument,
  CASE WHEN i.source_type = 'calendar' THEN i.attr_begins_on END AS due,
  [(i)-[t:TOUCHES]->() WHERE t.by IS NULL | t.entity] AS entities
ORDER BY at DESC, id DESC;
