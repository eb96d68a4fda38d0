// Writes the alerts of one evaluation and ties them to the items that raised them. An alert that opens puts
// the markets of its cluster on the list of those to be predicted anew; returns how many.
// mode:    write
// param:   $alerts  LIST<MAP>  {id, properties, evidence, opened}
// param:   $limit   INTEGER    most items of one alert
// returns: id, markets INTEGER
UNWIND $alerts AS row
MERGE (a:Alert {id: row.id})
SET a += row.properties
WITH a, row
CALL (a, row) {
  WITH a, row, COUNT { (a)-[:RAISED_BY]->() } AS held
  UNWIND row.evidence AS id
  MATCH (i:Item {id: id}) WHERE held < $limit AND NOT EXISTS { (a)-[:RAISED_BY]->(i) }
  WITH a, i, held ORDER BY i.at, i.id
  WITH a, held, collect(i) AS found
  UNWIND found[0..$limit - held] AS i
  CREATE (a)-[:RAISED_BY]->(i)
}
CALL (a, row) {
  WITH a, row WHERE row.opened
  MATCH (:Cluster {id: a.cluster})-[:INCLUDES]->(:Entity)<-[:ABOUT]-(m:Market)
  WHERE coalesce(m.status, 'open') = 'open'
  WITH DISTINCT a, m
  SET m.reevaluate_at = a.opened_at, m.reevaluate_reason = a.id
  RETURN count(m) AS markets
}
RETURN a.id AS id, markets;
