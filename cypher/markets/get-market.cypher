// One tracked market with its confluence, its latest prediction and its last quotes.
// mode:    read
// param:   $exchange  STRING
// param:   $ticker    STRING
// param:   $quotes    INTEGER  most quotes
// returns: market MAP, entities LIST<STRING>, prediction MAP?, quotes LIST<MAP> {at, yes_price, yes_bid, yes_ask}, newest first
MATCH (m:Market {exchange: $exchange, ticker: $ticker})
WHERE m.question IS NOT NULL
CALL (m) {
  OPTIONAL MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
  WHERE p.exchange = m.exchange AND p.ticker = m.ticker AND p.made_at IS NOT NULL
  WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC LIMIT 1
  RETURN p {.id, .made_at, .model, .probability_yes, .confidence, .direction, .side, .replay_bundle_id} AS prediction
}
RETURN m {.*} AS market,
  COLLECT { MATCH (m)-[:ABOUT]->(e:Entity) RETURN e.id ORDER BY e.id } AS entities,
  prediction,
  COLLECT {
    MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
    WHERE q.exchange = $exchange AND q.ticker = $ticker AND q.at IS NOT NULL
    WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT $quotes
    RETURN q {.at, .yes_price, .yes_bid, .yes_ask}
  } AS quotes;
