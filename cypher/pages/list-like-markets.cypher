// Open markets about the same entities as a market, those that share most first; other markets of its event are left out.
// mode:    read
// param:   $exchange  STRING   exchange of the market
// param:   $ticker    STRING   exchange-side identifier
// param:   $limit     INTEGER  most rows
// returns: exchange STRING, ticker STRING
// try:     :param exchange => 'kalshi'
// try:     :param ticker => 'KXDEMO24-26-STR'
// try:     :param limit => 8
MATCH (m:Market {exchange: $exchange, ticker: $ticker})-[:ABOUT]->(e:Entity)<-[:ABOUT]-(o:Market)
WHERE o <> m AND o.status = 'open' AND o.question IS NOT NULL
  AND NOT EXISTS { (m)-[:RUNG_OF]->(:Event)<-[:RUNG_OF]-(o) }
WITH m, o, count(e) AS shared
RETURN o.exchange AS exchange, o.ticker AS ticker
ORDER BY shared DESC, coalesce(o.event_type = m.event_type, false) DESC, coalesce(o.deadline, o.resolves_at, '9999'), exchange, ticker
LIMIT $limit;
