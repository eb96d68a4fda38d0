// What did the model see?
// The record in the log, the bundle, the items in it, what they touch, and the market that was forecast.
// mode:    read
// param:   $bundle  STRING   id of the replay bundle
// returns: path     PATH
// try:     MATCH (p:Prediction) WHERE p.replay_bundle_id IS NOT NULL RETURN p.replay_bundle_id AS bundle ORDER BY p.made_at DESC LIMIT 5
// try:     :param bundle => 'rb-…'
MATCH (b:Bundle {id: $bundle})
CALL (b) {
  MATCH path = (:Record)-[:COMMITS_TO]->(b)
  RETURN path
  UNION
  MATCH path = (b)-[:CONTAINS]->(:Item)-[:TOUCHES]->(:Entity)
  RETURN path LIMIT 150
  UNION
  MATCH path = (:Prediction {id: b.id})-[:PREDICTS]->(:Market)-[:ABOUT]->(:Entity)
  RETURN path
}
RETURN path;
