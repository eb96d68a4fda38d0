// Resolved predictions of one population since an instant, by `made_at`, if made before the resolution.
// mode:    read
// param:   $population  STRING   own, or import:<label>
// param:   $since       STRING   timestamp of the earliest resolution; an empty text for all
// param:   $limit       INTEGER  maximum (newest) rows
// returns: market       STRING   exchange and ticker
// returns: family       STRING?  the market's event
// returns: probability_yes FLOAT, market_yes_price FLOAT?, outcome STRING, made_at STRING, resolved_at STRING,
//          closes_at STRING?  end of trading stated by the exchange then
// try:     :param population => 'own'
// try:     :param since => ''
// try:     :param limit => 1000
MATCH (p:Prediction)
WHERE p.population = $population AND p.made_at IS NOT NULL AND p.id IS NOT NULL
  AND p.state = 'resolved' AND p.resolved_at >= $since AND p.made_at < p.resolved_at
WITH p ORDER BY p.made_at DESC, p.id DESC LIMIT $limit
OPTIONAL MATCH (m:Market {exchange: p.exchange, ticker: p.ticker})
RETURN p.exchange + '/' + p.ticker AS market, m.event AS family, p.probability_yes AS probability_yes,
       p.market_yes_price AS market_yes_price, p.outcome AS outcome, p.made_at AS made_at, p.resolved_at AS resolved_at,
       p.closes_at AS closes_at
ORDER BY p.made_at, p.id;
