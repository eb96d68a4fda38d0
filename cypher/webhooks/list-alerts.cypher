// Alerts opened, changed or closed since an instant, with the entities that their items touch.
// mode:    read
// param:   $from   INTEGER  UTC ms: only alerts opened since
// param:   $since  INTEGER  UTC ms
// param:   $limit  INTEGER  maximum rows
// returns: alert MAP {id, cluster, opened_at, updated_at, closed_at, count, ratio}, entities LIST<STRING>
MATCH (a:Alert) USING INDEX SEEK a:Alert(opened_at, id)
WHERE a.opened_at >= $from AND a.id IS NOT NULL AND a.updated_at >= $since
WITH a ORDER BY a.updated_at LIMIT $limit
CALL (a) {
  MATCH (a)-[:RAISED_BY]->(i:Item)-[:TOUCHES]->(e:Entity)
  WITH e.id AS id, count(DISTINCT i) AS items ORDER BY items DESC, id LIMIT 20
  RETURN collect(id) AS entities
}
RETURN a {.id, .cluster, .opened_at, .updated_at, .closed_at, .count, .ratio} AS alert, entities
ORDER BY alert.updated_at, alert.id;
