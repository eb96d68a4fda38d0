// Prices of open markets since their last move, or of the last hours, oldest first, with the preceding one. Prices from
// before a market was tracked are omitted: sources were not watched for it.
// mode:    read
// scans:   Market
// param:   $since  INTEGER  UTC ms
// returns: exchange, ticker, quotes LIST<MAP> {at, price}
MATCH (m:Market)
WHERE NOT coalesce(m.status, 'open') IN ['settled', 'void'] AND m.quoted_at >= $since
WITH m, CASE WHEN coalesce(m.moved_at, 0) > $since THEN m.moved_at ELSE $since END AS start
CALL (m, start) {
  OPTIONAL MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = m.exchange AND q.ticker = m.ticker AND q.at < start AND coalesce(m.moved_at, 0) < start
    AND q.origin IS NULL
  WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT 1
  RETURN CASE WHEN q.yes_price IS NULL THEN [] ELSE [{at: q.at, price: q.yes_price}] END AS held
}
CALL (m, start) {
  MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = m.exchange AND q.ticker = m.ticker AND q.at >= start AND q.origin IS NULL
  WITH q ORDER BY q.exchange, q.ticker, q.at
  WHERE q.yes_price IS NOT NULL
  RETURN collect({at: q.at, price: q.yes_price}) AS quotes
}
WITH m, held + quotes AS quotes WHERE size(quotes) > 1
RETURN m.exchange AS exchange, m.ticker AS ticker, quotes;
