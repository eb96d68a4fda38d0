// Alerts of some clusters since an instant, oldest first.
// mode:    read
// param:   $clusters  LIST<STRING>
// param:   $since     INTEGER  UTC ms
// param:   $now       INTEGER  UTC ms
// param:   $limit     INTEGER  maximum rows per cluster
// returns: id STRING, cluster STRING, opened_at INTEGER, closed_at INTEGER  (the present where it is open)
UNWIND $clusters AS cluster
CALL (cluster) {
  MATCH (a:Alert) USING INDEX SEEK a:Alert(cluster, opened_at, id)
  WHERE a.cluster = cluster AND a.opened_at >= $since AND a.opened_at <= $now AND a.id IS NOT NULL
  WITH a ORDER BY a.cluster DESC, a.opened_at DESC, a.id DESC LIMIT $limit
  RETURN a
}
RETURN a.id AS id, a.cluster AS cluster, a.opened_at AS opened_at, coalesce(a.closed_at, $now) AS closed_at
ORDER BY opened_at, id;
