// Our last forecasts of some markets, newest first.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker}
// param:   $now      STRING     timestamp: only those made by then
// param:   $limit    INTEGER    maximum forecasts per market
// returns: forecasts LIST<MAP>  {made_at STRING, probability_yes FLOAT, market_yes_price FLOAT?, reasoning STRING?};
//          a row for each market, in their order
UNWIND range(0, size($markets) - 1) AS nth
WITH nth, $markets[nth] AS market
CALL (market) {
  MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
  WHERE p.exchange = market.exchange AND p.ticker = market.ticker AND p.made_at <= $now
  WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC
  WHERE p.origin = 'pipeline'
  WITH p LIMIT $limit
  RETURN collect(p {.made_at, .probability_yes, .market_yes_price, .reasoning}) AS forecasts
}
RETURN forecasts ORDER BY nth;
