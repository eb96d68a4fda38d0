// Predictions with their record in the log and their paper trade, newest first, before a position.
// mode:    read
// param:   $exchange  STRING?  only this exchange
// param:   $ticker    STRING?  only this market
// param:   $trigger   STRING?  only with this trigger
// param:   $alert     STRING?  only those triggered by this alert
// param:   $since     STRING   timestamp: only those made since
// param:   $made_at   STRING   position: timestamp of the last row seen, or one after all
// param:   $id        STRING   position: id of the last row seen
// param:   $limit     INTEGER  maximum rows
// returns: prediction MAP      the stored prediction
// returns: leaf_index INTEGER?  leaf index of its record in the log
// returns: trade_id   STRING?
// try:     :param [{exchange, ticker, trigger, alert, since, made_at, id, limit}] => {RETURN null AS exchange, null AS ticker, 'surge' AS trigger, null AS alert, '' AS since, '9999' AS made_at, '' AS id, 10 AS limit}
MATCH (p:Prediction) USING INDEX SEEK p:Prediction(made_at, id)
WHERE p.made_at <= $made_at AND p.made_at >= $since AND p.id IS NOT NULL
WITH p ORDER BY p.made_at DESC, p.id DESC
WHERE (p.made_at < $made_at OR p.id < $id)
  AND ($exchange IS NULL OR p.exchange = $exchange)
  AND ($ticker IS NULL OR p.ticker = $ticker)
  AND ($trigger IS NULL OR p.trigger = $trigger)
  AND ($alert IS NULL OR p.alert_id = $alert)
WITH p LIMIT $limit
RETURN p {.*} AS prediction,
  head(COLLECT { MATCH (d:LoggedDocument {id: p.replay_bundle_id})<-[:COMMITS_TO]-(r:Record) RETURN r.leaf_index LIMIT 1 }) AS leaf_index,
  head(COLLECT { MATCH (t:Trade)-[:FOLLOWS]->(p) RETURN t.trade_id ORDER BY t.trade_id LIMIT 1 }) AS trade_id;
