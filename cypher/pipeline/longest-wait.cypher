// The open market waiting longest for a forecast: since its last one, or since it was tracked.
// mode:    read
// param:   $now    INTEGER  UTC ms
// returns: exchange STRING, ticker STRING, question STRING, waited_ms INTEGER
MATCH (m:Market {status: 'open'})
WHERE m.question IS NOT NULL AND m.tracked_since IS NOT NULL
CALL (m) {
  OPTIONAL MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
  WHERE p.exchange = m.exchange AND p.ticker = m.ticker AND p.made_at IS NOT NULL
  WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC LIMIT 1
  RETURN p.made_at_ms AS last
}
RETURN m.exchange AS exchange, m.ticker AS ticker, m.question AS question,
  $now - coalesce(last, m.tracked_since) AS waited_ms
ORDER BY waited_ms DESC, exchange, ticker LIMIT 1;
