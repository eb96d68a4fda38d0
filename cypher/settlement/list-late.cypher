// Settled markets with something left to do: an open prediction, imported or recorded after the fact, or a settlement of a
// forecast of our own that no record says, from before settlements were records.
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
