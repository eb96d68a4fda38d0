// Open markets with entities of a market: those of its event first, then by shared entities.
// mode:    read
// param:   $exchange  STRING   exchange of the market
// param:   $ticker    STRING   exchange-side identifier
// param:   $limit     INTEGER  maximum rows
// returns: exchange STRING, ticker STRING, question STRING, deadline STRING?, yes_price, yes_bid, yes_ask FLOAT?
// returns: rules, rules_secondary, resolution_source STRING?, fee_rate, fee_exponent FLOAT?
// returns: is_rung   BOOLEAN  whether its event is the market's
// returns: same_act  BOOLEAN  whether it asks about the same kind of event
// returns: said      MAP?     newest forecast: {probability_yes, made_at}
// try:     :param exchange => 'kalshi'
// try:     :param ticker => 'KXDEMO24-26-STR'
// try:     :param limit => 8
MATCH (m:Market {exchange: $exchange, ticker: $ticker})-[:ABOUT]->(e:Entity)<-[:ABOUT]-(o:Market)
WHERE o <> m AND o.status = 'open' AND o.question IS NOT NULL
WITH m, o, count(e) AS shared, coalesce(o.event_type, '') = coalesce(m.event_type, '') AS same_act,
  coalesce(o.deadline, o.resolves_at) AS deadline
WITH *, EXISTS { (m)-[:RUNG_OF]->(:Event)<-[:RUNG_OF]-(o) } AS is_rung
ORDER BY is_rung DESC, shared DESC, same_act DESC, coalesce(deadline, '9999'), o.exchange, o.ticker
LIMIT $limit
WITH collect({market: o, is_rung: is_rung, same_act: same_act, deadline: deadline}) AS found
UNWIND range(0, size(found) - 1) AS place
WITH place, found[place] AS row, found[place].market AS o
CALL (o) {
  OPTIONAL MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
  WHERE p.exchange = o.exchange AND p.ticker = o.ticker AND p.made_at IS NOT NULL
  WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC LIMIT 1
  RETURN p {.probability_yes, .made_at} AS said
}
RETURN o.exchange AS exchange, o.ticker AS ticker, o.question AS question, row.deadline AS deadline,
  o.yes_price AS yes_price, o.yes_bid AS yes_bid, o.yes_ask AS yes_ask, o.rules AS rules, o.rules_secondary AS rules_secondary,
  o.resolution_source AS resolution_source, o.fee_rate AS fee_rate, o.fee_exponent AS fee_exponent, row.is_rung AS is_rung, row.same_act AS same_act, said
ORDER BY place;
