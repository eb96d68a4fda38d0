// Settlements of these markets: by their exchange, else imported.
// mode:    read
// param:   $markets     LIST<MAP>  {exchange, ticker}
// returns: settlement   MAP        {exchange, ticker, status, settlement_yes_price, resolved_at, settled_by}
// try:     :param markets => []
UNWIND $markets AS market
OPTIONAL MATCH (s:Settlement {exchange: market.exchange, ticker: market.ticker})
OPTIONAL MATCH (i:ImportedSettlement {exchange: market.exchange, ticker: market.ticker})
WITH s, i WHERE s IS NOT NULL OR i IS NOT NULL
RETURN CASE WHEN s IS NOT NULL
  THEN s {.exchange, .ticker, .status, .settlement_yes_price, .resolved_at, settled_by: 'exchange'}
  ELSE i {.exchange, .ticker, .status, .settlement_yes_price, .resolved_at, settled_by: 'import'} END AS settlement;
