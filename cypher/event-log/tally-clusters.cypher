// Adds new items to the hourly counts of their clusters. Sorted, so that two writers cannot deadlock.
// mode:    write
// param:   $rows  LIST<MAP>  {cluster, hour, n}, sorted
UNWIND $rows AS r
MERGE (t:Tally {cluster: r.cluster, hour: r.hour})
  ON CREATE SET t.n = r.n
  ON MATCH SET t.n = t.n + r.n;
