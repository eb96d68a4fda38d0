// Recorded settlements of markets, and whether this deployment forecast them.
// mode:    read
// param:   $markets     LIST<MAP>  {exchange, ticker}
// returns: settlement   MAP     {exchange, ticker, status, settlement_yes_price, resolved_at, resolved_at_stated, raw_sha256, record_sha256, corrections}
// try:     :param markets => [{exchange: 'kalshi', ticker: 'KXEXAMPLE-26'}]
UNWIND $markets AS market
MATCH (s:Settlement {exchange: market.exchange, ticker: market.ticker})
RETURN s {.exchange, .ticker, .status, .settlement_yes_price, .resolved_at, .resolved_at_stated, .raw_sha256, .record_sha256,
          corrections: coalesce(s.corrections, 0)} AS settlement;
