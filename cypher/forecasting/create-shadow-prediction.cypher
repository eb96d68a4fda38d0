// Keeps an answer that was given beside a recorded one, to the same input or to an arm of it.
// mode:    write
// param:   $prediction  MAP     all its properties, id and bundle_id included
// returns: id           STRING  its id
MERGE (s:ShadowPrediction {id: $prediction.id})
ON CREATE SET s = $prediction
WITH s
MATCH (p:Prediction {id: s.bundle_id})
MERGE (s)-[:BESIDE]->(p)
RETURN s.id AS id;
