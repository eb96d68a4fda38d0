// Writes relationships as the seed states them. Both ends must exist.
// mode:    write
// param:   $relationships  LIST<MAP>  {graph_type, from, to, basis, since, until}
// returns: written  INTEGER
UNWIND $relationships AS row
MATCH (a:Entity {id: row.from})
MATCH (b:Entity {id: row.to})
MERGE (a)-[r:$(row.graph_type)]->(b)
SET r.basis = row.basis, r.since = row.since, r.until = row.until
RETURN count(r) AS written;
