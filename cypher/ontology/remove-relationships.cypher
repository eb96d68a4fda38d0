// Removes relationships that the seed no longer states.
// mode:    write
// param:   $relationships  LIST<MAP>  {graph_type, from, to}
UNWIND $relationships AS row
MATCH (:Entity {id: row.from})-[r:$(row.graph_type)]->(:Entity {id: row.to})
DELETE r;
