// Settled markets with remaining work: an open prediction, imported or recorded later, or a settlement without a record
// for one of our own forecasts, from before settlements were recorded.
// mode:    read
// returns: settlement  MAP  {exchange, ticker, own}
CALL () {
  MATCH (p:Prediction)
  WHERE p.state = 'open' AND p.made_at IS NOT NULL
  WITH DISTINCT p.exchange AS exchange, p.ticker AS ticker
  MATCH (s:Settlement {exchange: exchange, ticker: ticker})
  RETURN s
  UNION
  MATCH (s:Settlement) WHERE s.unlogged = true
  RETURN s
}
RETURN s {.exchange, .ticker,
          own: EXISTS { MATCH (p:Prediction {exchange: s.exchange, ticker: s.ticker}) WHERE p.made_at IS NOT NULL AND p.origin = 'pipeline' }} AS settlement;
