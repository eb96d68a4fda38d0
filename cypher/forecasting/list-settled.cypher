// The newest settled markets.
// mode:    read
// param:   $now    STRING   timestamp: only settlements by then
// param:   $limit  INTEGER  maximum markets
// returns: exchange, ticker, event STRING, event_type STRING?, outcome, resolves_at, resolved_at STRING, tracked_since INTEGER?
MATCH (m:Market) USING INDEX SEEK m:Market(status)
WHERE m.status = 'settled'
WITH m WHERE m.outcome IN ['YES', 'NO'] AND m.resolved_at <= $now AND m.resolves_at IS NOT NULL
WITH m ORDER BY m.resolved_at DESC, m.exchange, m.ticker LIMIT $limit
RETURN m.exchange AS exchange, m.ticker AS ticker, m.exchange + '/' + coalesce(m.event, m.ticker) AS event,
  m.event_type AS event_type, m.outcome AS outcome, m.resolves_at AS resolves_at, m.resolved_at AS resolved_at,
  m.tracked_since AS tracked_since
ORDER BY m.exchange, m.ticker;
