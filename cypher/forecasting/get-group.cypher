// The event of a market at its exchange, with its other markets that are not final, in the order of their deadlines, and those
// that were decided by an instant.
// mode:    read
// param:   $exchange  STRING   exchange
// param:   $ticker    STRING   exchange-side identifier
// param:   $now       STRING   timestamp: none decided later
// param:   $limit     INTEGER  most other markets
// returns: title STRING?, exclusive BOOLEAN?, siblings LIST<MAP> {ticker, question, group_title, resolves_at, deadline, yes_price,
//          forecast MAP? {probability_yes, made_at} our newest},
//          settled LIST<MAP> {outcome, day}; no row for a market without an event
MATCH (m:Market {exchange: $exchange, ticker: $ticker})-[:RUNG_OF]->(v:Event)
RETURN v.title AS title, v.mutually_exclusive AS exclusive,
  COLLECT {
    MATCH (v)<-[rung:RUNG_OF]-(s:Market)
    WHERE s <> m AND s.question IS NOT NULL AND NOT coalesce(s.status, 'open') IN ['settled', 'void']
    RETURN s {.ticker, .question, .group_title, .resolves_at, .deadline, .yes_price,
      forecast: head(COLLECT {
        MATCH (p:Prediction {exchange: s.exchange, ticker: s.ticker})
        WHERE p.made_at IS NOT NULL AND p.origin = 'pipeline'
        RETURN p {.probability_yes, .made_at} ORDER BY p.made_at DESC LIMIT 1
      })}
    ORDER BY s.deadline, rung.order, s.ticker LIMIT $limit
  } AS siblings,
  COLLECT {
    MATCH (v)<-[:RUNG_OF]-(s:Market)
    WHERE s.status = 'settled' AND s.outcome IN ['YES', 'NO'] AND s.resolved_at <= $now
    RETURN {outcome: s.outcome, day: left(coalesce(s.deadline, s.resolves_at, s.resolved_at), 10)}
    ORDER BY coalesce(s.deadline, s.resolves_at, s.resolved_at) DESC LIMIT 100
  } AS settled
LIMIT 1;
