// The events of some markets, with their markets that are not final by deadline, and those decided by an instant.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker}
// param:   $now      STRING     timestamp: only decisions and forecasts by then
// param:   $limit    INTEGER    maximum non-final markets per event
// returns: asked     LIST<INTEGER>  positions in $markets of those of this event
// returns: title STRING?, exclusive BOOLEAN?, members LIST<MAP> {ticker, question, group_title, resolves_at, deadline, yes_price, status STRING?,
//          forecast MAP? {probability_yes, made_at} our newest},
//          settled LIST<MAP> {outcome, day}; no row for a market without an event
UNWIND range(0, size($markets) - 1) AS nth
WITH nth, $markets[nth] AS market
MATCH (:Market {exchange: market.exchange, ticker: market.ticker})-[:RUNG_OF]->(v:Event)
WITH v, collect(nth) AS asked
RETURN asked, v.title AS title, v.mutually_exclusive AS exclusive,
  COLLECT {
    MATCH (v)<-[rung:RUNG_OF]-(s:Market)
    WHERE s.question IS NOT NULL AND NOT coalesce(s.status, 'open') IN ['settled', 'void']
    WITH s, rung ORDER BY s.deadline, rung.order, s.ticker LIMIT $limit
    CALL (s) {
      MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
      WHERE p.exchange = s.exchange AND p.ticker = s.ticker AND p.made_at <= $now
      WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC
      WHERE p.origin = 'pipeline'
      WITH p LIMIT 1
      RETURN collect(p {.probability_yes, .made_at})[0] AS forecast
    }
    RETURN s {.ticker, .question, .group_title, .resolves_at, .deadline, .yes_price, .status, forecast: forecast}
    ORDER BY s.deadline, rung.order, s.ticker
  } AS members,
  COLLECT {
    MATCH (v)<-[:RUNG_OF]-(s:Market)
    WHERE coalesce(s.status, 'open') = 'settled' AND s.outcome IN ['YES', 'NO'] AND s.resolved_at <= $now
    RETURN {outcome: s.outcome, day: left(coalesce(s.deadline, s.resolves_at, s.resolved_at), 10)}
    ORDER BY coalesce(s.deadline, s.resolves_at, s.resolved_at) DESC LIMIT 100
  } AS settled;
