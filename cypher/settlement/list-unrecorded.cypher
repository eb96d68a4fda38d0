// Markets that their exchange has settled and that have no settlement here yet, and whether this deployment forecast
// them. What an exchange dates later than now waits until then: this clock or that one is wrong, and a record would say so.
// mode:    read
// param:   $statuses  LIST<STRING>  the final statuses
// param:   $now       STRING        timestamp
// returns: market     MAP           {exchange, ticker, status, settlement_yes_price, resolved_at, raw_sha256, own}
UNWIND $statuses AS status
MATCH (m:Market {status: status})
WHERE m.settlement_recorded IS NULL AND coalesce(m.resolved_at <= $now, true)
RETURN m {.exchange, .ticker, .status, .settlement_yes_price, .resolved_at, .raw_sha256,
          own: EXISTS { MATCH (p:Prediction {exchange: m.exchange, ticker: m.ticker}) WHERE p.made_at IS NOT NULL AND p.origin = 'pipeline' }} AS market
ORDER BY m.exchange, m.ticker;
