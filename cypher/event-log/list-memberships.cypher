// The counted entities of each cluster.
// mode:    read
// scans:   Cluster
// returns: cluster STRING, entities LIST<STRING>
MATCH (c:Cluster)
RETURN c.id AS cluster, COLLECT { MATCH (c)-[:INCLUDES]->(e:Entity) RETURN e.id } AS entities;
