// Number of markets and time span of the rows of the dataset 0.1.0 of one population.
// mode:    read
// scans:   Prediction
// param:   $population  STRING   own, or import:<label>
// returns: n_markets    INTEGER  distinct markets
// returns: first_at     STRING?  when the oldest row was made
// returns: last_at      STRING?  when the newest row was made
// try:     :param population => 'own'
MATCH (p:Prediction)
WHERE p.population = $population
  AND p.state IN ['resolved', 'void'] AND p.settlement_yes_price IS NOT NULL AND p.model = 'claude'
RETURN count(DISTINCT p.exchange + ' ' + p.ticker) AS n_markets, min(p.made_at) AS first_at, max(p.made_at) AS last_at;
