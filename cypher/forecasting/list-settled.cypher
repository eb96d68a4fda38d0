// Settled markets as they stood when they had as long to go as another has now: the newest ones.
// mode:    read
// param:   $left   INTEGER  time left to the deadline, ms
// param:   $stale  INTEGER  a price older than this at that instant is none, ms
// param:   $now    STRING   timestamp: none settled later
// param:   $limit  INTEGER  most markets
// returns: event STRING, event_type STRING?, outcome STRING, open_then BOOLEAN, price_then FLOAT?
MATCH (m:Market) USING INDEX SEEK m:Market(status)
WHERE m.status = 'settled'
WITH m WHERE m.outcome IN ['YES', 'NO'] AND m.resolved_at <= $now AND m.resolves_at IS NOT NULL
WITH m ORDER BY m.resolved_at DESC, m.exchange, m.ticker LIMIT $limit
WITH m, datetime(m.resolves_at).epochMillis - $left AS then, datetime(m.resolved_at).epochMillis AS resolved
CALL (m, then) {
  OPTIONAL MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = m.exchange AND q.ticker = m.ticker AND q.at <= then AND q.at >= then - $stale
  WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT 1
  RETURN q.yes_price AS price
}
RETURN m.exchange + '/' + coalesce(m.event, m.ticker) AS event, m.event_type AS event_type, m.outcome AS outcome,
  resolved > then AND coalesce(m.tracked_since <= then, false) AS open_then, price AS price_then
ORDER BY m.exchange, m.ticker;
