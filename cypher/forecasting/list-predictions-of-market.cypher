// Predictions of one market with their record in the log and their paper trade, newest first, before a position.
// mode:    read
// param:   $exchange  STRING
// param:   $ticker    STRING
// param:   $trigger   STRING?  only with this trigger
// param:   $alert     STRING?  only those triggered by this alert
// param:   $since     STRING   timestamp: only those made since
// param:   $made_at   STRING   position: timestamp of the last row seen, or one after all
// param:   $id        STRING   position: id of the last row seen
// param:   $limit     INTEGER  maximum rows
// returns: prediction MAP      the stored prediction
// returns: leaf_index INTEGER?  leaf index of its record in the log
// returns: trade_id   STRING?
MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
WHERE p.exchange = $exchange AND p.ticker = $ticker AND p.made_at <= $made_at AND p.made_at >= $since
WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC, p.id DESC
WHERE (p.made_at < $made_at OR p.id < $id)
  AND ($trigger IS NULL OR p.trigger = $trigger)
  AND ($alert IS NULL OR p.alert_id = $alert)
WITH p LIMIT $limit
RETURN p {.*} AS prediction,
  head(COLLECT { MATCH (d:LoggedDocument {id: p.replay_bundle_id})<-[:COMMITS_TO]-(r:Record) RETURN r.leaf_index LIMIT 1 }) AS leaf_index,
  head(COLLECT { MATCH (t:Trade)-[:FOLLOWS]->(p) RETURN t.trade_id ORDER BY t.trade_id LIMIT 1 }) AS trade_id;
