// One tracked market with its confluence, its latest prediction and its last quotes.
// mode:    read
// param:   $exchange  STRING
// param:   $ticker    STRING
// param:   $quotes    INTEGER  maximum quotes
// param:   $siblings  INTEGER  maximum other markets of its event
// param:   $now       STRING   timestamp: deadlines up to it are past
// returns: market MAP, entities LIST<STRING>, event MAP?, past_deadline BOOLEAN, prediction MAP?, quotes LIST<MAP> {at, yes_price, yes_bid, yes_ask, origin}, newest first
// returns: siblings LIST<MAP> {ticker, question, group_title, status, yes_price, deadline, outcome}, in the order of the event
MATCH (m:Market {exchange: $exchange, ticker: $ticker})
WHERE m.question IS NOT NULL
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
  prediction,
  COLLECT {
    MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
    WHERE q.exchange = $exchange AND q.ticker = $ticker AND q.at IS NOT NULL
    WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT $quotes
    RETURN q {.at, .yes_price, .yes_bid, .yes_ask, .origin}
  } AS quotes,
  COLLECT {
    MATCH (m)-[:RUNG_OF]->(:Event)<-[rung:RUNG_OF]-(s:Market) WHERE s <> m AND s.question IS NOT NULL
    RETURN s {.ticker, .question, .group_title, .status, .yes_price, .deadline, .outcome}
    ORDER BY s.deadline, rung.order, s.ticker LIMIT $siblings
  } AS siblings;
