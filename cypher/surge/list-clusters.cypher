// The clusters that are counted, in id order.
// mode:    read
// scans:   Cluster
// returns: id, digest, entities LIST<STRING>
MATCH (c:Cluster)
RETURN c.id AS id, c.digest AS digest, COLLECT { MATCH (c)-[:INCLUDES]->(e:Entity) RETURN e.id ORDER BY e.id } AS entities
ORDER BY id;
