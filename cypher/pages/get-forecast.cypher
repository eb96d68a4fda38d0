// The result of one of our forecasts: its paper trade, and its market's settlement.
// mode:    read
// param:   $bundle   STRING  id of its replay bundle, which is its own
// returns: trade MAP? {trade_id, side, entry_price, exit_reason, net_pnl}, settlement MAP? {outcome, status, resolved_at}
// try:     :param bundle => 'rb-'
MATCH (p:Prediction {id: $bundle})
RETURN
  head(COLLECT { MATCH (t:Trade)-[:FOLLOWS]->(p) RETURN t {.trade_id, .side, .entry_price, .exit_reason, .net_pnl} ORDER BY t.trade_id LIMIT 1 }) AS trade,
  head(COLLECT { MATCH (s:Settlement {exchange: p.exchange, ticker: p.ticker}) RETURN s {.outcome, .status, .resolved_at} LIMIT 1 }) AS settlement;
