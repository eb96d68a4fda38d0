// Calls about several markets whose predictions are all settled at a price, oldest first, after a position: predictions
// in the order of the model's input, each with the answers of other models.
// mode:    read
// param:   $population  STRING     own, or import:<label>
// param:   $made_at     STRING     position: timestamp of the first prediction of the last call seen, or an empty text
// param:   $id          STRING     position: its id, or an empty text
// param:   $limit       INTEGER    maximum calls
// returns: made_at, id  STRING     of the first prediction of the call
// returns: exclusive    BOOLEAN    whether at most one of the markets can come true
// returns: markets      LIST<MAP>  {prediction, beside LIST<MAP>} as of dataset/list-settled-answers
// try:     :param population => 'own'
// try:     :param made_at => ''
// try:     :param id => ''
// try:     :param limit => 10
MATCH (p:Prediction) USING INDEX SEEK p:Prediction(population, made_at, id)
WHERE p.population = $population AND p.made_at >= $made_at AND p.id IS NOT NULL
  AND CASE WHEN p.made_at = $made_at THEN p.id > $id ELSE true END
  AND p.state = 'resolved' AND p.asked_with > 1
  AND COUNT { (p)<-[:ASKED_WITH]-(o) WHERE o.state = 'resolved' } = p.asked_with - 1
WITH p ORDER BY p.population, p.made_at, p.id LIMIT $limit
RETURN p.made_at AS made_at, p.id AS id, coalesce(p.exclusive, false) AS exclusive,
       COLLECT {
         UNWIND [p] + [(p)<-[:ASKED_WITH]-(other) | other] AS q
         OPTIONAL MATCH (q)-[:PREDICTS]->(m:Market)
         WITH q, m ORDER BY q.made_at, q.id
         RETURN {
           prediction: q {.id, .exchange, .ticker, .question, .event_type, .resolves_at, .made_at, .model, .model_name, .side,
             .probability_yes, .confidence, .direction, .reasoning, .market_yes_price, .bundle_sha256, .evidence_sha256,
             .resolved_at, .settlement_yes_price, .population, .draws,
             theater: coalesce(q.theater, m.theater), event: m.event},
           beside: COLLECT {
             MATCH (s:ShadowPrediction)-[:BESIDE]->(q)
             RETURN s {.id, .arm, .model, .model_name, .made_at, .probability_yes, .confidence, .direction, .reasoning,
                       .evidence_sha256, .record_sha256} ORDER BY s.made_at
           }
         }
       } AS markets
ORDER BY p.population, p.made_at, p.id;
