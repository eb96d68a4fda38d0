// Tracked markets of one status in a sort order. Reads every market of the status once: hundreds, not the log.
// mode:    read
// param:   $status   STRING   status
// param:   $exchange STRING?  only of this exchange
// param:   $theater  STRING?  only of this theater
// param:   $min_score FLOAT?  minimum confluence
// param:   $sort     STRING   gap (model against the price when it answered), move (price against a day ago), closes (soonest first) or confluence
// param:   $day_ago  INTEGER  UTC ms
// param:   $limit    INTEGER  maximum rows
// returns: exchange STRING, ticker STRING
MATCH (m:Market) USING INDEX SEEK m:Market(status)
WHERE m.status = $status AND m.question IS NOT NULL
  AND ($exchange IS NULL OR m.exchange = $exchange)
  AND ($theater IS NULL OR m.theater = $theater)
  AND ($min_score IS NULL OR coalesce(m.confluence_score, 0.0) >= $min_score)
CALL (m) {
  OPTIONAL MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
  WHERE $sort = 'gap' AND p.exchange = m.exchange AND p.ticker = m.ticker AND p.made_at IS NOT NULL
  WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC LIMIT 1
  RETURN abs(p.probability_yes - p.market_yes_price) AS gap
}
CALL (m) {
  OPTIONAL MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE $sort = 'move' AND q.exchange = m.exchange AND q.ticker = m.ticker AND q.at <= $day_ago
  WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT 1
  RETURN abs(m.yes_price - q.yes_price) AS moved
}
WITH m, CASE $sort
  WHEN 'gap' THEN coalesce(gap, -1.0)
  WHEN 'move' THEN coalesce(moved, -1.0)
  WHEN 'confluence' THEN coalesce(m.confluence_score, 0.0) + coalesce(m.confluence_weighted, 0.0) / 1000
  ELSE 0.0 END AS rank
RETURN m.exchange AS exchange, m.ticker AS ticker
ORDER BY rank DESC, CASE $sort WHEN 'closes' THEN coalesce(m.deadline, m.resolves_at, '9999') ELSE '' END, m.exchange, m.ticker
LIMIT $limit;
