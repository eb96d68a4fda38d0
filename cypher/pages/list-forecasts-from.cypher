// The newest forecasts whose bundle contains an item.
// mode:    read
// param:   $id      STRING   id of the item
// param:   $limit   INTEGER  maximum rows
// returns: bundle   STRING, made_at STRING, probability_yes FLOAT, question STRING?
// try:     MATCH (:Bundle)-[:CONTAINS]->(i:Item) RETURN i.id LIMIT 5
// try:     :param {id: '…', limit: 20}
MATCH (i:Item {id: $id})<-[:CONTAINS]-(b:Bundle)<-[:MADE_FROM]-(p:Prediction)
WITH b, p ORDER BY p.made_at DESC, p.id DESC LIMIT $limit
RETURN b.id AS bundle, p.made_at AS made_at, p.probability_yes AS probability_yes,
  head([(p)-[:PREDICTS]->(m:Market) | m.question]) AS question;
