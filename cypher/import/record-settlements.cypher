// Records imported settlements, once each, and puts them on the open predictions of their markets.
// mode:    write
// param:   $rows    LIST<MAP>  {exchange, ticker, status, state, outcome, settlement_yes_price, resolved_at, seen_at_ms}
// returns: graded   INTEGER    predictions graded
UNWIND $rows AS r
MERGE (s:Settlement {exchange: r.exchange, ticker: r.ticker})
ON CREATE SET s.status = r.status, s.outcome = r.outcome, s.settlement_yes_price = toFloat(r.settlement_yes_price),
              s.resolved_at = r.resolved_at, s.seen_at_ms = r.seen_at_ms, s.origin = 'import'
WITH r, s
OPTIONAL MATCH (m:Market {exchange: r.exchange, ticker: r.ticker})
FOREACH (_ IN CASE WHEN m IS NULL THEN [] ELSE [1] END |
  MERGE (s)-[:SETTLES]->(m)
  SET m.settlement_recorded = true)
WITH r
CALL (r) {
  MATCH (p:Prediction {exchange: r.exchange, ticker: r.ticker})
  WHERE p.made_at IS NOT NULL AND p.state = 'open'
  SET p.state = r.state, p.outcome = r.outcome, p.settlement_yes_price = toFloat(r.settlement_yes_price),
      p.resolved_at = r.resolved_at, p.graded_at_ms = r.seen_at_ms
  RETURN count(p) AS graded
}
RETURN sum(graded) AS graded;
