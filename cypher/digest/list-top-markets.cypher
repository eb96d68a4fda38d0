// Markets with the highest confluence at an instant.
// mode:    read
// scans:   Market
// param:   $since  INTEGER  markets not scored since are over, UTC ms
// param:   $now    INTEGER  UTC ms
// param:   $limit  INTEGER  maximum rows
// returns: exchange, ticker, question, theater STRING?, yes_price FLOAT?, score, source_types, weighted_score
MATCH (m:Market)
WHERE m.confluence_at >= $since
CALL (m) {
  MATCH (g:Reading) USING INDEX SEEK g:Reading(exchange, ticker, at)
  WHERE g.exchange = m.exchange AND g.ticker = m.ticker AND g.at <= $now
  WITH g ORDER BY g.exchange DESC, g.ticker DESC, g.at DESC LIMIT 1
  RETURN g
}
WITH m, g WHERE g.until >= $since AND g.score > 0
WITH m, g ORDER BY g.score DESC, g.weighted_score DESC, m.exchange, m.ticker LIMIT $limit
CALL (m) {
  OPTIONAL MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = m.exchange AND q.ticker = m.ticker AND q.at <= $now
  WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT 1
  RETURN q
}
RETURN m.exchange AS exchange, m.ticker AS ticker, m.question AS question, m.theater AS theater,
  q.yes_price AS yes_price, g.score AS score, g.source_types AS source_types, g.weighted_score AS weighted_score;
