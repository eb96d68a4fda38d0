// Removes clusters and their counts. Their alerts are kept.
// mode:    write
// param:   $ids  LIST<STRING>
UNWIND $ids AS id
MATCH (c:Cluster {id: id})
OPTIONAL MATCH (t:Tally) USING INDEX SEEK t:Tally(cluster, hour) WHERE t.cluster = id AND t.hour IS NOT NULL
DETACH DELETE c, t;
