// Stores a settlement of the exchange once; it is kept until corrected.
// mode:    write
// param:   $settlement  MAP     {exchange, ticker, status, outcome, settlement_yes_price, resolved_at, resolved_at_stated, raw_sha256, seen_at_ms, read_at_ms}
// returns: settlement   MAP     as recorded {exchange, ticker, status, settlement_yes_price, resolved_at, resolved_at_stated, raw_sha256, record_sha256}
MERGE (s:Settlement {exchange: $settlement.exchange, ticker: $settlement.ticker})
ON CREATE SET s = $settlement, s.settlement_yes_price = toFloat($settlement.settlement_yes_price)
WITH s
OPTIONAL MATCH (m:Market {exchange: s.exchange, ticker: s.ticker})
FOREACH (_ IN CASE WHEN m IS NULL THEN [] ELSE [1] END |
  MERGE (s)-[:SETTLES]->(m)
  SET m.settlement_recorded = true)
RETURN s {.exchange, .ticker, .status, .settlement_yes_price, .resolved_at, .resolved_at_stated, .raw_sha256, .record_sha256} AS settlement;
