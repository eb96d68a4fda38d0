// Settled predictions of one population and model (records 0.1.0), oldest first, after a position.
// mode:    read
// param:   $population  STRING   own, or import:<label>
// param:   $made_at     STRING   position: timestamp of the last row seen, or an empty text
// param:   $id          STRING   position: id of the last row seen, or an empty text
// param:   $limit       INTEGER  maximum rows
// returns: prediction   MAP      the stored prediction
// try:     :param population => 'own'
// try:     :param made_at => ''
// try:     :param id => ''
// try:     :param limit => 10
MATCH (p:Prediction) USING INDEX SEEK p:Prediction(population, made_at, id)
WHERE p.population = $population AND p.made_at >= $made_at AND p.id IS NOT NULL
  AND CASE WHEN p.made_at = $made_at THEN p.id > $id ELSE true END
  AND p.state IN ['resolved', 'void'] AND p.settlement_yes_price IS NOT NULL AND p.model = 'claude'
RETURN p {.id, .exchange, .ticker, .question, .theater, .event_type, .resolves_at, .made_at, .model, .side,
          .probability_yes, .confidence, .direction, .reasoning, .market_yes_price, .market_yes_bid, .market_yes_ask,
          .spread, .replay_bundle_id, .bundle_sha256, .intel_num_items, .intel_by_source_type, .intel_languages,
          .resolved_at, .settlement_yes_price} AS prediction
ORDER BY p.population, p.made_at, p.id LIMIT $limit;
