// Links a bundle to the items that it holds, so that an item can name its bundles and outlives pruning.
// mode:    write
// param:   $bundle  STRING        bundle id
// param:   $items   LIST<STRING>  item ids
// returns: linked   INTEGER       how many
MATCH (b:LoggedDocument {id: $bundle})
UNWIND $items AS id
MATCH (i:Item {id: id})
MERGE (b)-[:CONTAINS]->(i)
RETURN count(i) AS linked;
