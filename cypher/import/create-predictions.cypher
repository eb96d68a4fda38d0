// Stores imported predictions; existing ones are unchanged. Untracked markets get no node.
// mode:    write
// param:   $rows     LIST<MAP>  all their properties, id included
// returns: created   INTEGER    how many rows
UNWIND $rows AS row
MERGE (p:Prediction {id: row.id})
ON CREATE SET p = row
WITH p
OPTIONAL MATCH (m:Market {exchange: p.exchange, ticker: p.ticker})
FOREACH (_ IN CASE WHEN m IS NULL THEN [] ELSE [1] END | MERGE (p)-[:PREDICTS]->(m))
RETURN count(p) AS created;
