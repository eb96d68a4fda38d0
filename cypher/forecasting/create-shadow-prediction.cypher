// Stores shadow answers to a recorded prediction's input, or to an arm of it.
// mode:    write
// param:   $rows  LIST<MAP>  predictions: all their properties, id and bundle_id included
// returns: id     STRING     of each
UNWIND $rows AS row
MERGE (s:ShadowPrediction {id: row.id})
ON CREATE SET s = row
WITH s
MATCH (p:Prediction {id: s.bundle_id})
MERGE (s)-[:BESIDE]->(p)
RETURN s.id AS id;
