// Why a market has its confluence score: its entities, the instruments that lead one of them, and the newest items of each kind of source that touch any of these.
// mode:    read
// param:   $exchange  STRING   exchange of the market
// param:   $ticker    STRING   exchange-side identifier
// param:   $since     INTEGER  start of the window, UTC ms
// returns: source_type STRING, path PATH
// try:     :param exchange => 'kalshi'
// try:     :param ticker => 'KXDEMO24-26-STR'
// try:     :param since => timestamp() - 86400000
MATCH scope = (:Market {exchange: $exchange, ticker: $ticker})-[:ABOUT]->(:Entity)<-[:LEADING_INDICATOR_FOR]-{0,1}(e:Entity)
WITH e, head(collect(scope)) AS scope
UNWIND ['news', 'telegram', 'twitter', 'financial', 'whale', 'forecaster', 'seismic', 'calendar'] AS source_type
CALL (e, source_type) {
  MATCH touch = (i:Item)-[t:TOUCHES]->(e)
  WHERE t.entity = e.id AND t.source_type = source_type AND t.at >= $since
  RETURN touch ORDER BY t.at DESC LIMIT 3
}
UNWIND [scope, touch] AS path
RETURN DISTINCT source_type, path;
