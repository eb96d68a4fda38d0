// Our last forecasts of a market, newest first.
// mode:    read
// param:   $exchange  STRING
// param:   $ticker    STRING
// param:   $now       STRING   timestamp: none made later
// param:   $limit     INTEGER  most rows
// returns: made_at STRING, probability_yes FLOAT, market_yes_price FLOAT?, reasoning STRING?
MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
WHERE p.exchange = $exchange AND p.ticker = $ticker AND p.made_at <= $now
WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC
WHERE p.origin = 'pipeline'
RETURN p.made_at AS made_at, p.probability_yes AS probability_yes, p.market_yes_price AS market_yes_price,
       p.reasoning AS reasoning
LIMIT $limit;
