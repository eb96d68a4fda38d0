// One prediction with its record in the log, its paper trade and its market's entities.
// mode:    read
// param:   $id        STRING
// returns: prediction MAP
// returns: leaf_index INTEGER?
// returns: trade_id   STRING?
// returns: market_url STRING?
// returns: entities   LIST<STRING>
// try:     :param id => ''
MATCH (p:Prediction {id: $id}) USING INDEX SEEK p:Prediction(id)
OPTIONAL MATCH (m:Market {exchange: p.exchange, ticker: p.ticker})
RETURN p {.*} AS prediction,
  head(COLLECT { MATCH (d:LoggedDocument {id: p.replay_bundle_id})<-[:COMMITS_TO]-(r:Record) RETURN r.leaf_index LIMIT 1 }) AS leaf_index,
  head(COLLECT { MATCH (t:Trade)-[:FOLLOWS]->(p) RETURN t.trade_id ORDER BY t.trade_id LIMIT 1 }) AS trade_id,
  m.url AS market_url,
  COLLECT { MATCH (m)-[:ABOUT]->(e:Entity) RETURN e.id ORDER BY e.id } AS entities;
