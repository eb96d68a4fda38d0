// Adds new items to the hours of their clusters. Sorted, so that two writers never wait for each other in a ring.
// mode:    write
// param:   $rows  LIST<MAP>  {cluster, hour, n}, sorted
UNWIND $rows AS r
MERGE (t:Tally {cluster: r.cluster, hour: r.hour})
  ON CREATE SET t.n = r.n
  ON MATCH SET t.n = t.n + r.n;
