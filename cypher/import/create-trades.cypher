// Stores imported paper trades; existing ones are unchanged.
// mode:    write
// param:   $rows     LIST<MAP>  all their properties, trade_id included
// returns: created   INTEGER    how many rows
UNWIND $rows AS row
MERGE (t:Trade {trade_id: row.trade_id})
ON CREATE SET t = row
WITH t
OPTIONAL MATCH (p:Prediction {id: t.prediction_id})
FOREACH (_ IN CASE WHEN p IS NULL THEN [] ELSE [1] END | MERGE (t)-[:FOLLOWS]->(p))
RETURN count(t) AS created;
