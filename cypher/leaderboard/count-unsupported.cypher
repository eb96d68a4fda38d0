// Recorded reasonings of this deployment by model, and those that name something missing from the model's input.
// mode:    read
// returns: model STRING, reasonings INTEGER, unsupported INTEGER
MATCH (p:Prediction) USING INDEX SEEK p:Prediction(population, made_at, id)
WHERE p.population = 'own' AND p.made_at IS NOT NULL AND p.id IS NOT NULL AND p.unsupported IS NOT NULL
RETURN p.model + coalesce(' (' + p.model_name + ')', '') AS model, count(*) AS reasonings,
  sum(CASE WHEN size(p.unsupported) > 0 THEN 1 ELSE 0 END) AS unsupported
ORDER BY model;
