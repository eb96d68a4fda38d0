// Paper trades of one market closed by a settlement: open ones, those settled by an import, and after a correction
// those held to settlement.
// mode:    read
// param:   $exchange  STRING  exchange
// param:   $ticker    STRING  exchange-side identifier
// param:   $again     BOOLEAN whether the exchange corrected its settlement
// returns: trade      MAP     {trade_id, exchange, ticker, side, entry_price, size, fee_usd, origin, record_sha256, exit_sha256, exits}
// try:     :param exchange => 'kalshi'
// try:     :param ticker => 'KXEXAMPLE-26'
// try:     :param again => false
MATCH (t:Trade {exchange: $exchange, ticker: $ticker})
WHERE t.status = 'open' OR t.settled_by = 'import' OR ($again AND t.settled_by = 'exchange')
RETURN t {.trade_id, .exchange, .ticker, .side, .entry_price, .size, .fee_usd, .origin, .record_sha256, .exit_sha256,
          exits: coalesce(t.exits, 0)} AS trade
ORDER BY t.trade_id;
