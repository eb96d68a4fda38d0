// Paper trades with their predictions, newest first, before a position.
// mode:    read
// param:   $population  STRING?  own, or import:<label>; null for all
// param:   $status      STRING?  open or closed; null for both
// param:   $exchange    STRING?  exchange; null for both
// param:   $opened_at   STRING?  position: timestamp of the last row seen, or null
// param:   $trade_id    STRING   position: id of the last row seen
// param:   $limit       INTEGER  maximum rows
// returns: trade        MAP      the stored trade
// returns: prediction   MAP?     {made_at, model, direction, question}
// returns: settlement   MAP?     {resolved_at, outcome, settlement_yes_price, status, settled_by}
// try:     :param population => null
// try:     :param status => 'open'
// try:     :param exchange => null
// try:     :param opened_at => null
// try:     :param trade_id => ''
// try:     :param limit => 10
MATCH (t:Trade)
WHERE t.opened_at <= coalesce($opened_at, '9999') AND t.trade_id IS NOT NULL
  AND ($opened_at IS NULL OR t.opened_at < $opened_at OR t.trade_id < $trade_id)
  AND ($population IS NULL OR t.population = $population)
  AND ($status IS NULL OR t.status = $status)
  AND ($exchange IS NULL OR t.exchange = $exchange)
WITH t ORDER BY t.opened_at DESC, t.trade_id DESC LIMIT $limit
OPTIONAL MATCH (t)-[:FOLLOWS]->(p:Prediction)
OPTIONAL MATCH (s:Settlement {exchange: t.exchange, ticker: t.ticker})
OPTIONAL MATCH (i:ImportedSettlement {exchange: t.exchange, ticker: t.ticker}) WHERE s IS NULL AND t.origin = 'import'
RETURN t {.trade_id, .exchange, .ticker, .side, .status, .opened_at, .entry_price, .entry_mid, .size, .fee_usd, .confidence,
          .probability_yes, .closed_at, .exit_price, .exit_reason, .exit_fee_usd, .net_pnl, .population, .replay_bundle_id,
          .bundle_sha256} AS trade,
       p {.made_at, .model, .direction, .question} AS prediction,
       CASE WHEN s IS NOT NULL
            THEN s {.resolved_at, .outcome, .settlement_yes_price, .status, settled_by: 'exchange'}
            ELSE i {.resolved_at, .outcome, .settlement_yes_price, .status, settled_by: 'import'} END AS settlement
ORDER BY t.opened_at DESC, t.trade_id DESC;
