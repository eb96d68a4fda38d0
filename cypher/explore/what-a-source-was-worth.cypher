// What was this source worth?
// Its score-card of the last 30 days, and the newest moves of prices that it spoke before, each with its market.
// mode:    read
// param:   $source  STRING  id of the source
// returns: path     PATH
// try:     MATCH (s:Source)-[:SPOKE_BEFORE]->(n:Move) RETURN s.id AS source, count(n) AS moves ORDER BY moves DESC LIMIT 5
// try:     :param source => '…'
MATCH (s:Source {id: $source})
CALL (s) {
  MATCH path = (s)-[:HAS_SCORE_CARD]->(:ScoreCard)
  RETURN path
  UNION
  MATCH path = (s)-[:SPOKE_BEFORE]->(n:Move)-[:MOVES]->(:Market)
  RETURN path ORDER BY n.at DESC LIMIT 40
}
RETURN path;
