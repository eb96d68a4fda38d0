// A model's recorded forecasts before an instant, in order of `made_at`.
// mode:    read
// param:   $before   STRING  timestamp
// param:   $model    STRING  provider
// param:   $version  STRING  name by which it was asked
// returns: market STRING, probability_yes FLOAT, market_yes_price FLOAT?, made_at STRING, closes_at STRING?
// try:     :param [{before, model, version}] => {RETURN '9999' AS before, 'claude' AS model, 'claude-sonnet-5-5' AS version}
MATCH (p:Prediction) USING INDEX SEEK p:Prediction(made_at, id)
WHERE p.made_at < $before AND p.id IS NOT NULL AND p.model = $model AND p.model_name = $version
  AND p.population = 'own' AND p.evidence_sha256 IS NOT NULL
RETURN p.exchange + '/' + p.ticker AS market, p.probability_yes AS probability_yes,
  p.market_yes_price AS market_yes_price, p.made_at AS made_at, p.closes_at AS closes_at
ORDER BY p.made_at, p.id;
