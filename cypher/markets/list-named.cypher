// Tracked markets by key with their confluence and latest prediction, in the given order.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker}
// param:   $now      STRING     UTC, RFC 3339
// returns: market MAP, entities LIST<STRING>, event MAP?, past_deadline BOOLEAN, prediction MAP?
UNWIND range(0, size($markets) - 1) AS place
WITH place, $markets[place] AS wanted
MATCH (m:Market {exchange: wanted.exchange, ticker: wanted.ticker})
CALL (m) {
  OPTIONAL MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
  WHERE p.exchange = m.exchange AND p.ticker = m.ticker AND p.made_at IS NOT NULL
  WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC LIMIT 1
  RETURN p {.id, .made_at, .model, .probability_yes, .confidence, .direction, .side, .market_yes_price, .replay_bundle_id} AS prediction
}
RETURN m {.*} AS market,
  COLLECT { MATCH (m)-[:ABOUT]->(e:Entity) RETURN e.id ORDER BY e.id } AS entities,
  head(COLLECT { MATCH (m)-[rung:RUNG_OF]->(v:Event) RETURN v {.id, .title, .mutually_exclusive, .series, order: rung.order} }) AS event,
  NOT coalesce(m.status, 'open') IN ['settled', 'void'] AND coalesce(m.deadline <= $now, false) AS past_deadline,
  prediction
ORDER BY place;
