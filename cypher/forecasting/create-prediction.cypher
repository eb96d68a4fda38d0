// Stores predictions of markets, each linked to its replay bundle and the alert that triggered it.
// mode:    write
// param:   $rows  LIST<MAP>  predictions: all their properties, id included
// returns: id     STRING     of each
UNWIND $rows AS row
MERGE (p:Prediction {id: row.id})
ON CREATE SET p = row
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
