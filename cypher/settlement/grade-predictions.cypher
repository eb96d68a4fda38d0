// Grades a market's predictions that are open or settled by an import; all after a correction by the exchange.
// mode:    write
// param:   $exchange             STRING   exchange
// param:   $ticker               STRING   exchange-side identifier
// param:   $state                STRING   resolved, or void without a decisive outcome
// param:   $outcome              STRING?  YES or NO
// param:   $settlement_yes_price FLOAT?   payout of YES
// param:   $resolved_at          STRING   timestamp
// param:   $graded_at_ms         INTEGER  now, UTC ms
// param:   $again                BOOLEAN  whether to grade graded ones again
// returns: graded                INTEGER  how many
MATCH (p:Prediction {exchange: $exchange, ticker: $ticker})
WHERE p.made_at IS NOT NULL AND (p.state = 'open' OR p.settled_by = 'import' OR $again)
SET p.state = $state, p.outcome = $outcome, p.settlement_yes_price = $settlement_yes_price,
    p.resolved_at = $resolved_at, p.graded_at_ms = $graded_at_ms, p.settled_by = 'exchange'
RETURN count(p) AS graded;
