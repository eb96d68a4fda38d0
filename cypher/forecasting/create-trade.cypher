// Opens the paper trade of a prediction.
// mode:    write
// param:   $trade    MAP     all its properties, trade_id included
// returns: trade_id  STRING  its id
MATCH (p:Prediction {id: $trade.prediction_id})
MERGE (t:Trade {trade_id: $trade.trade_id})
ON CREATE SET t = $trade
MERGE (t)-[:FOLLOWS]->(p)
RETURN t.trade_id AS trade_id;
