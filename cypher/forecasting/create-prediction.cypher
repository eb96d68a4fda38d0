// Records one prediction of a market.
// mode:    write
// param:   $prediction  MAP     all its properties, id included
// returns: id           STRING  its id
MERGE (p:Prediction {id: $prediction.id})
ON CREATE SET p = $prediction
WITH p
MATCH (m:Market {exchange: p.exchange, ticker: p.ticker})
MERGE (p)-[:PREDICTS]->(m)
RETURN p.id AS id;
