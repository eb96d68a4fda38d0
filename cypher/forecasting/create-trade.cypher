// Opens the paper trades of predictions.
// mode:    write
// param:   $rows     LIST<MAP>  trades: all their properties, trade_id included
// returns: trade_id  STRING     of each
UNWIND $rows AS row
MATCH (p:Prediction {id: row.prediction_id})
MERGE (t:Trade {trade_id: row.trade_id})
ON CREATE SET t = row
MERGE (t)-[:FOLLOWS]->(p)
RETURN t.trade_id AS trade_id;
