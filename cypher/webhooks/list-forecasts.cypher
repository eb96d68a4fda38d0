// Forecasts of this deployment since an instant.
// mode:    read
// param:   $since  STRING   timestamp
// param:   $limit  INTEGER  maximum rows
// returns: id STRING, exchange STRING, ticker STRING, theater STRING?, entities LIST<STRING>, made_at STRING
// returns: probability_yes FLOAT, market_yes_price FLOAT?
MATCH (p:Prediction) USING INDEX SEEK p:Prediction(made_at, id)
WHERE p.made_at >= $since AND p.id IS NOT NULL AND p.population = 'own'
WITH p ORDER BY p.made_at LIMIT $limit
OPTIONAL MATCH (m:Market {exchange: p.exchange, ticker: p.ticker})
RETURN p.id AS id, p.exchange AS exchange, p.ticker AS ticker, p.theater AS theater,
  COLLECT { MATCH (m)-[:ABOUT]->(e:Entity) RETURN e.id ORDER BY e.id } AS entities,
  p.made_at AS made_at, p.probability_yes AS probability_yes, p.market_yes_price AS market_yes_price
ORDER BY p.made_at, p.id;
