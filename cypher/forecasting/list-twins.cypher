// Open markets of other exchanges that share an entity with some markets; candidates for equal questions.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker}
// param:   $limit    INTEGER    maximum twins per market
// returns: twins     LIST<MAP>  {exchange, ticker, question STRING, resolves_at STRING?, deadline STRING?, rules STRING?, rules_secondary
//          STRING?, resolution_source STRING?, yes_price, yes_bid, yes_ask, fee_rate, fee_exponent FLOAT?}; a row for each market, in their order
UNWIND range(0, size($markets) - 1) AS nth
WITH nth, $markets[nth] AS market
CALL (market) {
  MATCH (m:Market {exchange: market.exchange, ticker: market.ticker})-[:ABOUT]->(:Entity)<-[:ABOUT]-(o:Market)
  WHERE o.exchange <> m.exchange AND o.status = 'open' AND o.question IS NOT NULL
  WITH DISTINCT o ORDER BY o.exchange, o.ticker LIMIT $limit
  RETURN collect(o {.exchange, .ticker, .question, .resolves_at, .deadline, .rules, .rules_secondary, .resolution_source,
                    .yes_price, .yes_bid, .yes_ask, .fee_rate, .fee_exponent}) AS twins
}
RETURN twins ORDER BY nth;
