// Counts new items into the hours of their clusters: each item once per cluster. Sorted, so that two writers never wait for each other in a ring.
// mode:    write
// param:   $ids  LIST<STRING>  the new items
UNWIND $ids AS id
MATCH (i:Item {id: id})-[:TOUCHES]->(:Entity)<-[:INCLUDES]-(c:Cluster)
WITH c.id AS cluster, i.at / 3600000 AS hour, count(DISTINCT i) AS n
ORDER BY cluster, hour
MERGE (t:Tally {cluster: cluster, hour: hour})
  ON CREATE SET t.n = n
  ON MATCH SET t.n = t.n + n;
