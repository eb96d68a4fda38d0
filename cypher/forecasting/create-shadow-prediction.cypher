// Keeps the answer of a shadow model, apart from predictions; never published.
// mode:    write
// param:   $prediction  MAP     all its properties, id included
// returns: id           STRING  its id
MERGE (p:ShadowPrediction {id: $prediction.id})
ON CREATE SET p = $prediction
RETURN p.id AS id;
