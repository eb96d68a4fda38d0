// Our own open paper trades with the current book of their market.
// mode:    read
// returns: trade  MAP  {trade_id, exchange, ticker, side, entry_price, size, fee_usd, fee_rate, fee_exponent, record_sha256, exit_sha256, exits}
// returns: book   MAP  {yes_bid, yes_ask, bid_size, ask_size, quoted_at, raw_sha256, status}; quoted_at UTC ms
MATCH (t:Trade)
WHERE t.status = 'open' AND t.opened_at IS NOT NULL AND t.origin = 'pipeline'
MATCH (m:Market {exchange: t.exchange, ticker: t.ticker})
RETURN t {.trade_id, .exchange, .ticker, .side, .entry_price, .size, .fee_usd, .fee_rate, .fee_exponent,
          .record_sha256, .exit_sha256,
          exits: coalesce(t.exits, 0)} AS trade,
       m {.yes_bid, .yes_ask, .bid_size, .ask_size, .quoted_at, .raw_sha256, .status} AS book
ORDER BY t.opened_at, t.trade_id;
