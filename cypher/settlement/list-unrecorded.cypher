// Markets that their exchange has settled and that have no settlement here yet.
// mode:    read
// param:   $statuses  LIST<STRING>  the final statuses
// returns: market     MAP           {exchange, ticker, status, outcome, settlement_yes_price, resolved_at}
UNWIND $statuses AS status
MATCH (m:Market {status: status})
WHERE m.settlement_recorded IS NULL
RETURN m {.exchange, .ticker, .status, .outcome, .settlement_yes_price, .resolved_at} AS market
ORDER BY m.exchange, m.ticker;
