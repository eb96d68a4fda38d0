// Hourly item counts of each theater over the last weeks. Hour and count are one number, to halve the data.
// mode:    read
// param:   $theaters  LIST<STRING>  theaters
// param:   $from      INTEGER       first hour, hours since the Unix epoch
// param:   $to        INTEGER       last hour, fewer than 1,000 after the first
// returns: name STRING, tallies LIST<INTEGER>  each n × 1,000 + the hours since $from
UNWIND $theaters AS name
CALL (name) {
  MATCH (t:Tally) USING INDEX SEEK t:Tally(cluster, hour)
  WHERE t.cluster = 'theater:' + name AND t.hour >= $from AND t.hour <= $to
  RETURN collect(t.n * 1000 + t.hour - $from) AS tallies
}
RETURN name, tallies;
