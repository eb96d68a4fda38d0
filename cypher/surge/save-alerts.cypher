// Writes the alerts of one evaluation and links them to their cluster and items. An alert concerns the open markets
// with its items as evidence, most relevant first; when it opens, their forecasts become due. Returns their number.
// mode:    write
// param:   $alerts  LIST<MAP>  {id, properties, evidence, opened}
// param:   $limit   INTEGER    maximum items per alert
// returns: id, markets INTEGER
UNWIND $alerts AS row
MERGE (a:Alert {id: row.id})
SET a += row.properties
WITH a, row
CALL (a) {
  MATCH (c:Cluster {id: a.cluster})
  MERGE (a)-[:AROUND]->(c)
}
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
  MATCH (a)-[:RAISED_BY]->(i)-[e:EVIDENCE]->(m:Market)
  WHERE coalesce(m.status, 'open') = 'open' AND coalesce(e.judged, 1) > 0
  WITH a, row, m, count(i) AS items, sum(e.relevance) AS relevance
  MERGE (a)-[c:CONCERNS]->(m)
  SET c.items = items, c.relevance = relevance
  WITH a, row, collect(m) AS markets
  FOREACH (m IN CASE WHEN row.opened THEN markets ELSE [] END |
    SET m.reevaluate_at = a.opened_at, m.reevaluate_reason = a.id)
  RETURN CASE WHEN row.opened THEN size(markets) ELSE 0 END AS markets
}
RETURN a.id AS id, coalesce(markets, 0) AS markets;
