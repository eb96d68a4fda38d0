// Links edited items to entities in their new texts, and counts them in new clusters. Links are never removed.
// mode:    write
// param:   $rows  LIST<MAP>  {id, seen_at, entities}
UNWIND $rows AS r
MATCH (i:Item {id: r.id})
WITH i, r, [(i)-[:TOUCHES]->(:Entity)<-[:INCLUDES]-(c:Cluster) | c.id] AS before
UNWIND r.entities AS entity
MATCH (e:Entity {id: entity}) WHERE NOT EXISTS { (i)-[:TOUCHES]->(e) }
CREATE (i)-[:TOUCHES {entity: entity, source_type: i.source_type, at: i.at, item: i.id, seen_at: r.seen_at}]->(e)
WITH i, before, [(e)<-[:INCLUDES]-(c:Cluster) | c.id] AS clusters
UNWIND clusters AS cluster
WITH i, before, cluster WHERE NOT cluster IN before
WITH DISTINCT i, cluster
WITH cluster, i.at / 3600000 AS hour, count(*) AS n
ORDER BY cluster, hour
MERGE (t:Tally {cluster: cluster, hour: hour})
  ON CREATE SET t.n = n
  ON MATCH SET t.n = t.n + n;
