// Forecasts since an instant that are on the other side of the price than the previous forecast.
// mode:    read
// param:   $since   STRING   UTC, RFC 3339
// param:   $now     STRING   UTC, RFC 3339
// param:   $gap     FLOAT    minimum distance from the price, share of one
// param:   $looked  INTEGER  maximum forecasts to read
// param:   $limit   INTEGER  maximum rows
// returns: exchange STRING, ticker STRING, question STRING, made_at STRING, probability FLOAT, price FLOAT, before FLOAT
MATCH (p:Prediction) USING INDEX SEEK p:Prediction(made_at, id)
WHERE p.made_at >= $since AND p.made_at <= $now AND p.id IS NOT NULL
WITH p ORDER BY p.made_at DESC, p.id DESC LIMIT $looked
WHERE p.market_yes_price IS NOT NULL AND abs(p.probability_yes - p.market_yes_price) >= $gap
CALL (p) {
  MATCH (b:Prediction) USING INDEX SEEK b:Prediction(exchange, ticker, made_at)
  WHERE b.exchange = p.exchange AND b.ticker = p.ticker AND b.made_at < p.made_at
  WITH b ORDER BY b.exchange DESC, b.ticker DESC, b.made_at DESC LIMIT 1
  RETURN b
}
WITH p, b
WHERE b.market_yes_price IS NOT NULL
  AND (p.probability_yes - p.market_yes_price) * (b.probability_yes - b.market_yes_price) < 0
MATCH (m:Market {exchange: p.exchange, ticker: p.ticker})
RETURN m.exchange AS exchange, m.ticker AS ticker, m.question AS question, p.made_at AS made_at,
  p.probability_yes AS probability, p.market_yes_price AS price, b.probability_yes AS before
LIMIT $limit;
