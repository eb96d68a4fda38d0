// Puts the outcome on every prediction of a market that is still open.
// mode:    write
// param:   $exchange             STRING   exchange
// param:   $ticker               STRING   exchange-side identifier
// param:   $state                STRING   resolved, or void where nothing decisive came out
// param:   $outcome              STRING?  YES or NO
// param:   $settlement_yes_price FLOAT?   what YES paid
// param:   $resolved_at          STRING   timestamp
// param:   $graded_at_ms         INTEGER  now, UTC ms
// returns: graded                INTEGER  how many
MATCH (p:Prediction {exchange: $exchange, ticker: $ticker})
WHERE p.made_at IS NOT NULL AND p.state = 'open'
SET p.state = $state, p.outcome = $outcome, p.settlement_yes_price = $settlement_yes_price,
    p.resolved_at = $resolved_at, p.graded_at_ms = $graded_at_ms
RETURN count(p) AS graded;
