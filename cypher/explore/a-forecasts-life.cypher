// What became of this forecast?
// The alert that caused it, its market, the bundle that it was made from with its record, day-file and link of the chain, the paper trade, and the settlement.
// mode:    read
// param:   $prediction  STRING  id of the prediction
// returns: path         PATH
// try:     MATCH (p:Prediction) RETURN p.id AS prediction ORDER BY p.made_at DESC LIMIT 5
// try:     :param prediction => '…'
MATCH (p:Prediction {id: $prediction})
CALL (p) {
  MATCH path = (p)-[:PREDICTS]->(:Market)
  RETURN path
  UNION
  MATCH path = (p)-[:CAUSED_BY]->(:Alert)
  RETURN path
  UNION
  MATCH path = (p)-[:MADE_FROM]->(:Bundle)<-[:COMMITS_TO]-(:Record)
  RETURN path
  UNION
  MATCH path = (p)-[:MADE_FROM]->(:Bundle)<-[:COMMITS_TO]-(:Record)<-[:LISTS]-(:DayFile)<-[:SEALS]-(:ChainEntry)
  RETURN path
  UNION
  MATCH path = (p)<-[:FOLLOWS]-(:Trade)
  RETURN path
  UNION
  MATCH path = (p)-[:PREDICTS]->(:Market)<-[:SETTLES]-(:Settlement)
  RETURN path
}
RETURN path;
