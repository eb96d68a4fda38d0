// Tracked markets decided since an instant, newest first.
// mode:    read
// param:   $since  STRING   UTC, RFC 3339
// param:   $now    STRING   UTC, RFC 3339
// param:   $limit  INTEGER  maximum rows
// returns: exchange STRING, ticker STRING, question STRING, resolved_at STRING, outcome STRING?, status STRING
UNWIND ['settled', 'void'] AS status
CALL (status) {
  MATCH (m:Market) USING INDEX SEEK m:Market(status)
  WHERE m.status = status AND m.resolved_at >= $since AND m.resolved_at <= $now
  RETURN m
}
RETURN m.exchange AS exchange, m.ticker AS ticker, m.question AS question, m.resolved_at AS resolved_at,
  m.outcome AS outcome, m.status AS status
ORDER BY m.resolved_at DESC LIMIT $limit;
