// Open paper trades of one market.
// mode:    read
// param:   $exchange  STRING  exchange
// param:   $ticker    STRING  exchange-side identifier
// returns: trade      MAP     {trade_id, side, entry_price, size, fee_usd}
MATCH (t:Trade {exchange: $exchange, ticker: $ticker})
WHERE t.status = 'open'
RETURN t {.trade_id, .side, .entry_price, .size, .fee_usd} AS trade
ORDER BY t.trade_id;
