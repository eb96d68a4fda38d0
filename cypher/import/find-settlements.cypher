// What is recorded of these markets.
// mode:    read
// param:   $markets     LIST<MAP>  {exchange, ticker}
// returns: settlement   MAP        {exchange, ticker, status, settlement_yes_price, resolved_at, origin}
// try:     :param markets => []
UNWIND $markets AS market
MATCH (s:Settlement {exchange: market.exchange, ticker: market.ticker})
RETURN s {.exchange, .ticker, .status, .settlement_yes_price, .resolved_at, .origin} AS settlement;
