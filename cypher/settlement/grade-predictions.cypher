// Puts the outcome on the predictions of a market that are open or that an import had settled; on all of them when the
// exchange has corrected itself.
// mode:    write
// param:   $exchange             STRING   exchange
// param:   $ticker               STRING   exchange-side identifier
// param:   $state                STRING   resolved, or void where nothing decisive came out
// param:   $outcome              STRING?  YES or NO
// param:   $settlement_yes_price FLOAT?   what YES paid
// param:   $resolved_at          STRING   timestamp
// param:   $graded_at_ms         INTEGER  now, UTC ms
// param:   $again                BOOLEAN  whether graded ones are graded anew
// returns: graded                INTEGER  how many
MATCH (p:Prediction {exchange: $exchange, ticker: $ticker})
WHERE p.made_at IS NOT NULL AND (p.state = 'open' OR p.settled_by = 'import' OR $again)
SET p.state = $state, p.outcome = $outcome, p.settlement_yes_price = $settlement_yes_price,
    p.resolved_at = $resolved_at, p.graded_at_ms = $graded_at_ms, p.settled_by = 'exchange'
RETURN count(p) AS graded;
