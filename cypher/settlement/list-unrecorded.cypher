// Markets that their exchange has settled and that have no settlement here yet, and whether this deployment forecast
// them.
// mode:    read
// param:   $statuses  LIST<STRING>  the final statuses
// returns: market     MAP           {exchange, ticker, status, settlement_yes_price, resolved_at, raw_sha256, own}
UNWIND $statuses AS status
MATCH (m:Market {status: status})
WHERE m.settlement_recorded IS NULL
RETURN m {.exchange, .ticker, .status, .settlement_yes_price, .resolved_at, .raw_sha256,
          own: EXISTS { MATCH (p:Prediction {exchange: m.exchange, ticker: m.ticker}) WHERE p.made_at IS NOT NULL AND p.origin = 'pipeline' }} AS market
ORDER BY m.exchange, m.ticker;
