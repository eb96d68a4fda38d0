// What is recorded of one market, and whether this deployment forecast it.
// mode:    read
// param:   $exchange    STRING  exchange
// param:   $ticker      STRING  exchange-side identifier
// returns: settlement   MAP     {exchange, ticker, status, settlement_yes_price, resolved_at, resolved_at_stated, raw_sha256, record_sha256, corrections}
// try:     :param exchange => 'kalshi'
// try:     :param ticker => 'KXEXAMPLE-26'
MATCH (s:Settlement {exchange: $exchange, ticker: $ticker})
RETURN s {.exchange, .ticker, .status, .settlement_yes_price, .resolved_at, .resolved_at_stated, .raw_sha256, .record_sha256,
          corrections: coalesce(s.corrections, 0)} AS settlement;
