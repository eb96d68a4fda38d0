// Predictions with their confluence, and their market's price one span later.
// mode:    read
// param:   $population  STRING   own, or import:<label>
// param:   $span_ms     INTEGER  how much later, ms
// param:   $limit       INTEGER  maximum (newest) rows
// returns: market       STRING   exchange and ticker
// returns: family       STRING?  the market's event
// returns: score        FLOAT    confluence when it was made
// returns: before       FLOAT    mid of YES then
// returns: after        FLOAT    newest mid of YES within the span
// returns: probability_yes FLOAT
// try:     :param population => 'own'
// try:     :param span_ms => 86400000
// try:     :param limit => 1000
MATCH (p:Prediction)
WHERE p.population = $population AND p.made_at IS NOT NULL AND p.id IS NOT NULL
  AND p.confluence_score IS NOT NULL AND p.market_yes_price IS NOT NULL
WITH p ORDER BY p.made_at DESC, p.id DESC LIMIT $limit
CALL (p) {
  MATCH (q:Quote {exchange: p.exchange, ticker: p.ticker})
  WHERE q.at > p.made_at_ms AND q.at <= p.made_at_ms + $span_ms AND q.yes_price IS NOT NULL
  RETURN q.yes_price AS after ORDER BY q.at DESC LIMIT 1
}
OPTIONAL MATCH (m:Market {exchange: p.exchange, ticker: p.ticker})
RETURN p.exchange + '/' + p.ticker AS market, m.event AS family, p.confluence_score AS score, p.market_yes_price AS before, after,
       p.probability_yes AS probability_yes
ORDER BY p.made_at, p.id;
