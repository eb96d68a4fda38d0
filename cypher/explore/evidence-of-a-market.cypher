// What is the evidence for this market?
// Since an instant, most relevant first: each item with what it touches. A link's `relevance` says how much the item bears on the question, its `paths` by which entity, relationship and act.
// mode:    read
// param:   $exchange  STRING   exchange of the market
// param:   $ticker    STRING   exchange-side identifier
// param:   $since     INTEGER  start of the window, UTC ms
// returns: relevance FLOAT, paths LIST<STRING>, path PATH
// try:     :param exchange => 'kalshi'
// try:     :param ticker => 'KXDEMO24-26-STR'
// try:     :param since => timestamp() - 3 * 86400000
MATCH (i:Item)-[e:EVIDENCE]->(m:Market {exchange: $exchange, ticker: $ticker})
WHERE e.market = $exchange + '/' + $ticker AND e.at >= $since
WITH m, i, e ORDER BY e.relevance DESC, e.at DESC, i.id LIMIT 25
MATCH path = (m)<-[:EVIDENCE]-(i)-[:TOUCHES]->(:Entity)
RETURN e.relevance AS relevance, e.paths AS paths, path
ORDER BY relevance DESC, i.at DESC;
