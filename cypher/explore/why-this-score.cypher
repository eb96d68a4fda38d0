// Why has this market its score?
// The most relevant items of each kind of source that are evidence for it, what they touch, and what the market is about. A link's `paths` say in words why the item counts.
// mode:    read
// param:   $exchange  STRING   exchange of the market
// param:   $ticker    STRING   exchange-side identifier
// param:   $since     INTEGER  start of the window, UTC ms
// returns: source_type STRING, path PATH
// try:     :param exchange => 'kalshi'
// try:     :param ticker => 'KXDEMO24-26-STR'
// try:     :param since => timestamp() - 86400000
MATCH (m:Market {exchange: $exchange, ticker: $ticker})
UNWIND ['news', 'telegram', 'twitter', 'financial', 'whale', 'forecaster', 'seismic', 'calendar'] AS source_type
CALL (m, source_type) {
  MATCH path = (i:Item)-[e:EVIDENCE]->(m)
  WHERE e.market = $exchange + '/' + $ticker AND e.source_type = source_type AND e.at >= $since
  RETURN path, i ORDER BY e.relevance DESC, e.at DESC LIMIT 3
}
CALL (m, i, path) {
  RETURN path AS shown
  UNION
  MATCH shown = (i)-[:TOUCHES]->(:Entity)
  RETURN shown LIMIT 4
  UNION
  MATCH shown = (m)-[:ABOUT]->(:Entity)
  RETURN shown
}
RETURN DISTINCT source_type, shown AS path;
