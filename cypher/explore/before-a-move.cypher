// Who had spoken before this price moved?
// The moves of a market's price, newest first, each with the five sources that had spoken of it first; `lead` is ms before the move.
// mode:    read
// param:   $exchange  STRING   exchange of the market
// param:   $ticker    STRING   exchange-side identifier
// returns: path       PATH
// try:     MATCH (n:Move)-[:MOVES]->(m:Market) RETURN m.exchange AS exchange, m.ticker AS ticker, count(n) AS moves ORDER BY moves DESC LIMIT 5
// try:     :param exchange => 'kalshi'
// try:     :param ticker => 'KXDEMO24-26-STR'
MATCH (m:Market {exchange: $exchange, ticker: $ticker})
CALL (m) {
  MATCH (n:Move)-[:MOVES]->(m)
  RETURN n ORDER BY n.at DESC LIMIT 20
}
CALL (m, n) {
  MATCH path = (n)-[:MOVES]->(m)
  RETURN path
  UNION
  MATCH path = (:Source)-[:SPOKE_BEFORE]->(n)
  RETURN path
}
RETURN path;
