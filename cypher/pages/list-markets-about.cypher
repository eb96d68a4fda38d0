// Tracked markets about an entity, open ones first, then by confluence.
// mode:    read
// param:   $entity    STRING   id of the entity
// param:   $limit     INTEGER  maximum rows
// returns: exchange   STRING, ticker STRING, question STRING, status STRING
// returns: yes_price  FLOAT?   price of YES; yes_bid, yes_ask FLOAT?
// returns: outcome    STRING?  outcome by the exchange
// returns: said       MAP?     newest forecast: {probability_yes, made_at}
// returns: score      FLOAT?   confluence of the last tick
// try:     :param entity => 'iran'
// try:     :param limit => 25
MATCH (:Entity {id: $entity})<-[:ABOUT]-(m:Market)
WHERE m.question IS NOT NULL
WITH m ORDER BY m.status <> 'open', coalesce(m.confluence_score, 0.0) DESC, m.exchange, m.ticker LIMIT $limit
RETURN m.exchange AS exchange, m.ticker AS ticker, m.question AS question, m.status AS status,
  m.yes_price AS yes_price, m.yes_bid AS yes_bid, m.yes_ask AS yes_ask, m.outcome AS outcome,
  m.confluence_score AS score,
  head(COLLECT {
    MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
    WHERE p.exchange = m.exchange AND p.ticker = m.ticker AND p.made_at IS NOT NULL
    WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC LIMIT 1
    RETURN p {.probability_yes, .made_at}
  }) AS said
ORDER BY m.status <> 'open', coalesce(m.confluence_score, 0.0) DESC, exchange, ticker;
