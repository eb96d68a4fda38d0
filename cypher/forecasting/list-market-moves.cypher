// Moves of some markets, newest first, with the sources of earlier items: parallel lists, leads in ms.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker}
// param:   $since    INTEGER    UTC ms
// param:   $now      INTEGER    UTC ms
// param:   $limit    INTEGER    maximum moves per market
// returns: moves     LIST<MAP>  {started_at, at INTEGER, from, to FLOAT, sources, source_types LIST<STRING>,
//          first_leads LIST<INTEGER>}; a row for each market, in their order
UNWIND range(0, size($markets) - 1) AS nth
WITH nth, $markets[nth] AS market
CALL (market) {
  MATCH (n:Move) USING INDEX SEEK n:Move(exchange, ticker, at)
  WHERE n.exchange = market.exchange AND n.ticker = market.ticker AND n.at >= $since AND n.at <= $now
  WITH n ORDER BY n.exchange DESC, n.ticker DESC, n.at DESC LIMIT $limit
  RETURN collect(n {.started_at, .at, .from, .to, .sources, .source_types, .first_leads}) AS moves
}
RETURN moves ORDER BY nth;
