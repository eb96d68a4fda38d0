// The latest alert of each cluster that ever had one.
// mode:    read
// scans:   Cluster
// returns: alert MAP
MATCH (c:Cluster)
CALL (c) {
  MATCH (a:Alert) USING INDEX SEEK a:Alert(cluster, opened_at, id)
  WHERE a.cluster = c.id AND a.opened_at IS NOT NULL AND a.id IS NOT NULL
  WITH a ORDER BY a.cluster DESC, a.opened_at DESC, a.id DESC LIMIT 1
  RETURN a
}
RETURN a AS alert;
