// Creates relationships missing in the graph. Both ends must exist; the seed lock must be held.
// mode:    write
// param:   $relationships  LIST<MAP>  {graph_type, from, to, basis, since, until, denied, source, checked_at, seeded}
UNWIND $relationships AS row
MATCH (a:Entity {id: row.from})
CALL (a, row) {
  MATCH (b:Entity {id: row.to})
  CREATE (a)-[:$(row.graph_type) {
    basis: row.basis, since: row.since, until: row.until,
    denied: row.denied, source: row.source, checked_at: row.checked_at, seeded: row.seeded
  }]->(b)
};
