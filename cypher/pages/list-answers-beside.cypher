// Newest other answers to a recorded forecast's input: other models (arm A), its own with less input (B and C).
// mode:    read
// param:   $id  STRING  id of the prediction
// returns: model STRING, arm STRING, is_own BOOLEAN, probability_yes FLOAT, unsupported LIST<STRING>
// try:     :param id => 'rb-0'
MATCH (p:Prediction {id: $id})<-[:BESIDE]-(s:ShadowPrediction)
WITH p, coalesce(s.model_name, s.model) AS model, s.arm AS arm, s ORDER BY s.made_at DESC
WITH p, model, arm, head(collect(s)) AS s
RETURN model, arm, model = coalesce(p.model_name, p.model) AS is_own, s.probability_yes AS probability_yes,
       coalesce(s.unsupported, []) AS unsupported
ORDER BY arm, model;
