// Open predictions of markets that were settled already: those imported or recorded after the fact.
// mode:    read
// returns: settlement  MAP  {exchange, ticker, status, outcome, settlement_yes_price, resolved_at}
MATCH (p:Prediction)
WHERE p.state = 'open' AND p.made_at IS NOT NULL
WITH DISTINCT p.exchange AS exchange, p.ticker AS ticker
MATCH (s:Settlement {exchange: exchange, ticker: ticker})
RETURN s {.exchange, .ticker, .status, .outcome, .settlement_yes_price, .resolved_at} AS settlement;
