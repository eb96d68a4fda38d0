// Tracked markets by exchange and ticker, with their confluence and latest prediction.
// mode:    read
// param:   $after_exchange  STRING   the page starts after this market; empty for the first
// param:   $after_ticker    STRING   see $after_exchange
// param:   $exchange        STRING?  only this exchange
// param:   $theater         STRING?  only this theater
// param:   $status          STRING?  only this status
// param:   $except          STRING?  only other statuses than this
// param:   $min_score       FLOAT?   minimum confluence score
// param:   $now             STRING   timestamp: deadlines up to it are past
// param:   $limit           INTEGER  maximum rows
// returns: market MAP, entities LIST<STRING>, event MAP?, past_deadline BOOLEAN, prediction MAP?
MATCH (m:Market) USING INDEX SEEK m:Market(exchange, ticker)
WHERE m.exchange >= $after_exchange AND m.ticker IS NOT NULL
  AND CASE WHEN m.exchange = $after_exchange THEN m.ticker > $after_ticker ELSE true END
WITH m ORDER BY m.exchange, m.ticker
WHERE m.question IS NOT NULL
  AND ($exchange IS NULL OR m.exchange = $exchange)
  AND ($theater IS NULL OR m.theater = $theater)
  AND ($status IS NULL OR m.status = $status)
  AND ($except IS NULL OR coalesce(m.status, '') <> $except)
  AND ($min_score IS NULL OR coalesce(m.confluence_score, 0.0) >= $min_score)
WITH m LIMIT $limit
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
  prediction;
