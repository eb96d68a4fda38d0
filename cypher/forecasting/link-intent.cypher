// Links bundles to the intents that they answer.
// mode:    write
// param:   $rows    LIST<MAP>  {bundle, its id; intent, its id}
// returns: linked   INTEGER    how many
UNWIND $rows AS row
MATCH (b:Bundle {id: row.bundle})
MATCH (i:LoggedDocument {id: row.intent})
MERGE (b)-[:ANSWERS]->(i)
RETURN count(*) AS linked;
