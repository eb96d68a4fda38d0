// Records one prediction of a market, tied to its replay bundle and to the alert that caused it.
// mode:    write
// param:   $prediction  MAP     all its properties, id included
// returns: id           STRING  its id
MERGE (p:Prediction {id: $prediction.id})
ON CREATE SET p = $prediction
WITH p
MATCH (m:Market {exchange: p.exchange, ticker: p.ticker})
MERGE (p)-[:PREDICTS]->(m)
WITH p
CALL (p) {
  MATCH (b:Bundle {id: p.replay_bundle_id})
  MERGE (p)-[:MADE_FROM]->(b)
}
CALL (p) {
  MATCH (a:Alert {id: p.alert_id})
  MERGE (p)-[:CAUSED_BY]->(a)
}
RETURN p.id AS id;
