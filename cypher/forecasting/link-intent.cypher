// Links a bundle to the intent that it answers.
// mode:    write
// param:   $bundle  STRING   bundle id
// param:   $intent  STRING   id of the intent
// returns: linked   INTEGER  1
MATCH (b:Bundle {id: $bundle})
MATCH (i:LoggedDocument {id: $intent})
MERGE (b)-[:ANSWERS]->(i)
RETURN count(*) AS linked;
