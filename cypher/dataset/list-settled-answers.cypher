// Settled predictions of one population with other models' answers, oldest first, after a position.
// mode:    read
// param:   $population  STRING     own, or import:<label>
// param:   $made_at     STRING     position: timestamp of the last row seen, or an empty text
// param:   $id          STRING     position: id of the last row seen, or an empty text
// param:   $limit       INTEGER    maximum predictions
// returns: prediction   MAP        the stored prediction; a missing theater is its market's current one
// returns: beside       LIST<MAP>  the shadow answers, in log order
// try:     :param population => 'own'
// try:     :param made_at => ''
// try:     :param id => ''
// try:     :param limit => 10
MATCH (p:Prediction) USING INDEX SEEK p:Prediction(population, made_at, id)
WHERE p.population = $population AND p.made_at >= $made_at AND p.id IS NOT NULL
  AND CASE WHEN p.made_at = $made_at THEN p.id > $id ELSE true END
  AND p.state IN ['resolved', 'void'] AND p.settlement_yes_price IS NOT NULL
WITH p ORDER BY p.population, p.made_at, p.id LIMIT $limit
OPTIONAL MATCH (m:Market {exchange: p.exchange, ticker: p.ticker})
RETURN p {.id, .exchange, .ticker, .question, .event_type, .resolves_at, .made_at, .model, .model_name, .side,
          .probability_yes, .confidence, .direction, .reasoning, .market_yes_price, .market_yes_bid, .market_yes_ask,
          .spread, .replay_bundle_id, .bundle_sha256, .evidence_sha256, .intel_num_items, .intel_by_source_type,
          .intel_languages, .resolved_at, .settlement_yes_price, .population,
          .closes_at, .draws,
          theater: coalesce(p.theater, m.theater), event: m.event} AS prediction,
       COLLECT {
         MATCH (s:ShadowPrediction)-[:BESIDE]->(p)
         RETURN s {.id, .arm, .model, .model_name, .made_at, .probability_yes, .confidence, .direction, .reasoning,
                   .evidence_sha256, .record_sha256} ORDER BY s.made_at
       } AS beside
ORDER BY p.population, p.made_at, p.id;
