// Markets settled by their exchange without a settlement here, and whether this deployment forecast them. Future dates
// wait until then: one of the two clocks is wrong, and must not be recorded.
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
