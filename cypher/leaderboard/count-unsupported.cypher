// Recorded reasonings of this deployment by model, those of other models and of less input included, and those that
// name something missing from their input.
// mode:    read
// returns: model STRING, reasonings INTEGER, unsupported INTEGER
MATCH (p:Prediction) USING INDEX SEEK p:Prediction(population, made_at, id)
WHERE p.population = 'own' AND p.made_at IS NOT NULL AND p.id IS NOT NULL
WITH [p] + COLLECT { MATCH (p)<-[:BESIDE]-(s:ShadowPrediction) RETURN s } AS answers
UNWIND answers AS a
WITH a WHERE a.unsupported IS NOT NULL
RETURN a.model + coalesce(' (' + a.model_name + ')', '')
    + CASE coalesce(a.arm, 'A') WHEN 'A' THEN '' ELSE ', arm ' + a.arm END AS model,
  count(*) AS reasonings, sum(CASE WHEN size(a.unsupported) > 0 THEN 1 ELSE 0 END) AS unsupported
ORDER BY model;
