// Alerts opened since an instant, newest first.
// mode:    read
// param:   $since  INTEGER  UTC ms
// param:   $now    INTEGER  UTC ms
// param:   $limit  INTEGER  maximum rows
// returns: id STRING, cluster STRING, at INTEGER, count INTEGER, families INTEGER, ratio FLOAT?, open BOOLEAN, title STRING?  of its first item
MATCH (a:Alert) USING INDEX SEEK a:Alert(opened_at, id)
WHERE a.opened_at >= $since AND a.opened_at <= $now AND a.id IS NOT NULL
WITH a ORDER BY a.opened_at DESC, a.id DESC LIMIT $limit
RETURN a.id AS id, a.cluster AS cluster, a.opened_at AS at, a.count AS count, a.families AS families, a.ratio AS ratio,
  a.closed_at IS NULL OR a.closed_at > $now AS open,
  head(COLLECT { MATCH (a)-[:RAISED_BY]->(i:Item) RETURN i.title ORDER BY i.at, i.id LIMIT 1 }) AS title;
