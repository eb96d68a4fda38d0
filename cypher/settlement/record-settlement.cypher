// Records what the exchange decided, once; what is recorded stays.
// mode:    write
// param:   $settlement  MAP      {exchange, ticker, status, outcome, settlement_yes_price, resolved_at, seen_at_ms, origin}
// returns: resolved_at  STRING   when it resolved, as recorded
// returns: status       STRING   settled or void, as recorded
// returns: outcome      STRING?  as recorded
// returns: settlement_yes_price FLOAT?  as recorded
MERGE (s:Settlement {exchange: $settlement.exchange, ticker: $settlement.ticker})
ON CREATE SET s = $settlement
WITH s
OPTIONAL MATCH (m:Market {exchange: s.exchange, ticker: s.ticker})
FOREACH (_ IN CASE WHEN m IS NULL THEN [] ELSE [1] END |
  MERGE (s)-[:SETTLES]->(m)
  SET m.settlement_recorded = true)
RETURN s.resolved_at AS resolved_at, s.status AS status, s.outcome AS outcome,
       s.settlement_yes_price AS settlement_yes_price;
