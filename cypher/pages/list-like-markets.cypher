// Open markets about the same entities as a market, its twin first, then those that share most; other markets of its event are left out.
// mode:    read
// param:   $exchange       STRING   exchange of the market
// param:   $ticker         STRING   exchange-side identifier
// param:   $twin_exchange  STRING?  the market that asks the same
// param:   $twin_ticker    STRING?  see $twin_exchange
// param:   $limit          INTEGER  most rows
// returns: exchange STRING, ticker STRING, question STRING, yes_price, yes_bid, yes_ask FLOAT?
// returns: probability FLOAT?  of the newest forecast
// returns: is_twin BOOLEAN
// try:     :param exchange => 'kalshi'
// try:     :param ticker => 'KXDEMO24-26-STR'
// try:     :param twin_exchange => null
// try:     :param twin_ticker => null
// try:     :param limit => 8
MATCH (m:Market {exchange: $exchange, ticker: $ticker})-[:ABOUT]->(e:Entity)<-[:ABOUT]-(o:Market)
WHERE o <> m AND o.status = 'open' AND o.question IS NOT NULL
  AND NOT EXISTS { (m)-[:RUNG_OF]->(:Event)<-[:RUNG_OF]-(o) }
WITH m, o, count(e) AS shared, coalesce(o.exchange = $twin_exchange AND o.ticker = $twin_ticker, false) AS is_twin
ORDER BY is_twin DESC, shared DESC, coalesce(o.event_type = m.event_type, false) DESC,
  coalesce(o.deadline, o.resolves_at, '9999'), o.exchange, o.ticker
LIMIT $limit
WITH collect({market: o, is_twin: is_twin}) AS found
UNWIND range(0, size(found) - 1) AS place
WITH place, found[place].market AS o, found[place].is_twin AS is_twin
CALL (o) {
  OPTIONAL MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
  WHERE p.exchange = o.exchange AND p.ticker = o.ticker AND p.made_at IS NOT NULL
  WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC LIMIT 1
  RETURN p.probability_yes AS probability
}
RETURN o.exchange AS exchange, o.ticker AS ticker, o.question AS question, o.yes_price AS yes_price, o.yes_bid AS yes_bid,
  o.yes_ask AS yes_ask, probability, is_twin
ORDER BY place;
