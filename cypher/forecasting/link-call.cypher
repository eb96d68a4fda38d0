// Links predictions to the first one of the same model call.
// mode:    write
// param:   $rows  LIST<MAP>  {prediction, first} ids
UNWIND $rows AS row
MATCH (p:Prediction {id: row.prediction})
MATCH (f:Prediction {id: row.first})
MERGE (p)-[:ASKED_WITH]->(f);
