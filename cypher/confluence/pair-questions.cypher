// Notes which forecaster questions ask the same as a market, and that all of them were compared.
// mode:    write
// param:   $ids    LIST<STRING>  the questions compared
// param:   $pairs  LIST<MAP>     {id, exchange, ticker}
CALL () { UNWIND $ids AS id MATCH (i:Item {id: id}) SET i.paired = true }
CALL () {
  UNWIND $pairs AS p
  MATCH (i:Item {id: p.id})
  CALL (i, p) { MATCH (m:Market {exchange: p.exchange, ticker: p.ticker}) MERGE (i)-[:TWIN_OF]->(m) }
};
