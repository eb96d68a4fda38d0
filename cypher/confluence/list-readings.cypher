// Some markets and their readings up to an instant, newest first.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker}
// param:   $as_of    INTEGER    UTC ms
// param:   $limit    INTEGER    maximum readings per market
// returns: exchange, ticker, question, rules STRING?, deadline STRING?, entities LIST<STRING>, readings LIST<MAP>; no row for an unknown market
UNWIND $markets AS market
MATCH (m:Market {exchange: market.exchange, ticker: market.ticker})
RETURN m.exchange AS exchange, m.ticker AS ticker, m.question AS question, m.rules AS rules,
  coalesce(m.deadline, m.resolves_at) AS deadline,
  COLLECT { MATCH (m)-[:ABOUT]->(e:Entity) RETURN e.id ORDER BY e.id } AS entities,
  COLLECT {
    MATCH (g:Reading) USING INDEX SEEK g:Reading(exchange, ticker, at)
    WHERE g.exchange = m.exchange AND g.ticker = m.ticker AND g.at <= $as_of
    WITH g ORDER BY g.exchange DESC, g.ticker DESC, g.at DESC LIMIT $limit
    RETURN g {.at, .until, .score, .source_types, .weighted_score, .rule}
  } AS readings;
