// Hourly item counts of each cluster over the week. Hour and count are one number, which halves the transferred data.
// mode:    read
// scans:   Cluster
// param:   $from  INTEGER  first hour, hours since the Unix epoch
// param:   $to    INTEGER  last hour, fewer than 1,000 after the first
// returns: cluster, tallies LIST<INTEGER>  each n × 1,000 + the hours since $from
MATCH (c:Cluster)
CALL (c) {
  MATCH (t:Tally) USING INDEX SEEK t:Tally(cluster, hour)
  WHERE t.cluster = c.id AND t.hour >= $from AND t.hour <= $to
  RETURN collect(t.n * 1000 + t.hour - $from) AS tallies
}
RETURN c.id AS cluster, tallies;
