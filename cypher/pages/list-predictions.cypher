// The newest predictions of a market with their reasoning and paper trades.
// mode:    read
// param:   $exchange   STRING   exchange
// param:   $ticker     STRING   exchange-side identifier
// param:   $limit      INTEGER  maximum rows
// returns: prediction  MAP      {id, made_at, model, probability_yes, …, reasoning, trade_id}
// try:     :param exchange => 'kalshi'
// try:     :param ticker => 'KXDEMO20-26-HOR'
// try:     :param limit => 5
MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
WHERE p.exchange = $exchange AND p.ticker = $ticker AND p.made_at IS NOT NULL
WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC LIMIT $limit
RETURN p {.id, .made_at, .model, .origin, .probability_yes, .confidence, .direction, .side,
  .reasoning, .market_yes_price, .replay_bundle_id, .bundle_sha256,
  trade_id: head(COLLECT { MATCH (t:Trade)-[:FOLLOWS]->(p) RETURN t.trade_id ORDER BY t.trade_id LIMIT 1 })
} AS prediction;
