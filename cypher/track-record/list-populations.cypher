// All populations with a prediction or a trade.
// mode:    read
// scans:   Prediction, Trade
// returns: population  STRING
CALL () {
  MATCH (p:Prediction) WHERE p.population IS NOT NULL RETURN DISTINCT p.population AS population
  UNION
  MATCH (t:Trade) WHERE t.population IS NOT NULL RETURN DISTINCT t.population AS population
}
RETURN DISTINCT population ORDER BY population;
