// What raised this surge, and which markets does it concern?
// Its cluster, the items that raised it, the markets that these are evidence for, and the forecasts that it caused.
// mode:    read
// param:   $alert  STRING  id of the alert
// returns: path    PATH
// try:     MATCH (a:Alert) RETURN a.id AS alert ORDER BY a.opened_at DESC LIMIT 5
// try:     :param alert => '…'
MATCH (a:Alert {id: $alert})
CALL (a) {
  MATCH path = (a)-[:CONCERNS]->(:Market)
  RETURN path
  UNION
  MATCH path = (a)-[:RAISED_BY]->(i:Item)
  RETURN path ORDER BY i.at LIMIT 40
  UNION
  MATCH path = (a)-[:RAISED_BY]->(:Item)-[:EVIDENCE]->(:Market)
  RETURN path LIMIT 80
  UNION
  MATCH path = (a)-[:AROUND]->(:Cluster)-[:INCLUDES]->(:Entity)
  RETURN path
  UNION
  MATCH path = (a)<-[:CAUSED_BY]-(:Prediction)-[:PREDICTS]->(:Market)
  RETURN path
}
RETURN path;
