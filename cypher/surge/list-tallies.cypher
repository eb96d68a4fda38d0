// What was counted of each cluster in the hours of the week.
// mode:    read
// param:   $from  INTEGER  first hour, hours since the Unix epoch
// param:   $to    INTEGER  last hour
// returns: cluster, hours LIST<INTEGER>, counts LIST<INTEGER>  side by side
MATCH (c:Cluster)
CALL (c) {
  MATCH (t:Tally) USING INDEX t:Tally(cluster, hour)
  WHERE t.cluster = c.id AND t.hour >= $from AND t.hour <= $to
  RETURN collect(t.hour) AS hours, collect(t.n) AS counts
}
RETURN c.id AS cluster, hours, counts;
