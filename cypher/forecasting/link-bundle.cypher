// Links bundles to their items, so that an item can name its bundles and is not pruned.
// mode:    write
// param:   $rows    LIST<MAP>  {bundle, its id; items LIST<STRING>, ids}
// returns: linked   INTEGER    how many
UNWIND $rows AS row
MATCH (b:LoggedDocument {id: row.bundle})
UNWIND row.items AS id
MATCH (i:Item {id: id})
MERGE (b)-[:CONTAINS]->(i)
RETURN count(i) AS linked;
