// Grades imported predictions, and stores imported settlements of their markets once. A settlement of the exchange has
// precedence; it is recorded elsewhere, and only used for grading here. Our own data is unchanged.
// mode:    write
// param:   $rows    LIST<MAP>  {exchange, ticker, status, state, outcome, settlement_yes_price, resolved_at, seen_at_ms, settled_by: exchange or import}
// returns: graded   INTEGER    predictions graded
UNWIND $rows AS r
FOREACH (_ IN CASE r.settled_by WHEN 'import' THEN [1] ELSE [] END |
  MERGE (s:ImportedSettlement {exchange: r.exchange, ticker: r.ticker})
    ON CREATE SET s.status = r.status, s.outcome = r.outcome, s.settlement_yes_price = toFloat(r.settlement_yes_price),
                  s.resolved_at = r.resolved_at, s.seen_at_ms = r.seen_at_ms)
WITH r
CALL (r) {
  MATCH (p:Prediction {exchange: r.exchange, ticker: r.ticker})
  WHERE p.made_at IS NOT NULL AND p.state = 'open' AND p.origin = 'import'
  SET p.state = r.state, p.outcome = r.outcome, p.settlement_yes_price = toFloat(r.settlement_yes_price),
      p.resolved_at = r.resolved_at, p.graded_at_ms = r.seen_at_ms, p.settled_by = r.settled_by
  RETURN count(p) AS graded
}
RETURN sum(graded) AS graded;
