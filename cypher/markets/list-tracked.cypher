// Markets without a final outcome, by exchange and ticker.
// mode:    read
// returns: market  MAP  {exchange, ticker, question, status, yes_price, yes_bid, yes_ask, yes_token, resolves_at, resolved_at, outcome, settlement_yes_price, quoted_at, doubted_bid, doubted_ask, entities}
MATCH (m:Market)
WHERE m.status IN ['unopened', 'open', 'paused', 'closed', 'disputed']
RETURN m {.exchange, .ticker, .question, .status, .yes_price, .yes_bid, .yes_ask, .yes_token, .resolves_at, .resolved_at,
          .outcome, .settlement_yes_price, .quoted_at, .doubted_bid, .doubted_ask,
          entities: COLLECT { MATCH (m)-[:ABOUT]->(e:Entity) RETURN e.id ORDER BY e.id }} AS market
ORDER BY m.exchange, m.ticker;
