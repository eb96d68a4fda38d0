// Creates clusters with their entities, links existing alerts, and recomputes hourly counts from the links.
// mode:    write
// param:   $clusters  LIST<MAP>  {id, digest, entities}
// param:   $since     INTEGER    start of the first hour to count, UTC ms
UNWIND $clusters AS row
CREATE (c:Cluster {id: row.id, digest: row.digest})
WITH c, row
CALL (c, row) {
  UNWIND row.entities AS id
  MATCH (e:Entity {id: id})
  CREATE (c)-[:INCLUDES]->(e)
}
CALL (c) {
  MATCH (a:Alert) USING INDEX SEEK a:Alert(cluster, opened_at, id)
  WHERE a.cluster = c.id AND a.opened_at IS NOT NULL AND a.id IS NOT NULL
  CREATE (a)-[:AROUND]->(c)
}
CALL (row) {
  UNWIND row.entities AS id
  MATCH ()-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, at, item)
  WHERE t.entity = id AND t.at >= $since AND t.item IS NOT NULL AND t.by IS NULL
  WITH row, t.at / 3600000 AS hour, count(DISTINCT t.item) AS n
  CREATE (:Tally {cluster: row.id, hour: hour, n: n})
};
