// Open paper trades of our own with the book of their market now.
// mode:    read
// returns: trade  MAP  {trade_id, exchange, ticker, side, entry_price, size, fee_usd}
// returns: book   MAP  {yes_bid, yes_ask, status}
MATCH (t:Trade)
WHERE t.status = 'open' AND t.opened_at IS NOT NULL AND t.origin = 'pipeline'
MATCH (m:Market {exchange: t.exchange, ticker: t.ticker})
RETURN t {.trade_id, .exchange, .ticker, .side, .entry_price, .size, .fee_usd} AS trade,
       m {.yes_bid, .yes_ask, .status} AS book
ORDER BY t.opened_at, t.trade_id;
