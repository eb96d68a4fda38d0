// Open imported paper trades of some markets.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker}
// returns: trade     MAP        {trade_id, exchange, ticker, side, entry_price, size, fee_usd}
// try:     :param markets => []
UNWIND $markets AS market
MATCH (t:Trade {exchange: market.exchange, ticker: market.ticker})
WHERE t.status = 'open' AND t.origin = 'import'
RETURN t {.trade_id, .exchange, .ticker, .side, .entry_price, .size, .fee_usd} AS trade;
