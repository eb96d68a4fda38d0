// Ties predictions to the first of those that the same call of the model answered.
// mode:    write
// param:   $rows  LIST<MAP>  {prediction, first} ids
UNWIND $rows AS row
MATCH (p:Prediction {id: row.prediction})
MATCH (f:Prediction {id: row.first})
MERGE (p)-[:ASKED_WITH]->(f);
