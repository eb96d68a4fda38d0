// Removes data dated by a clock that was ahead: future quotes and looks.
// mode:    write
// scans:   Market
// param:   $limit  INTEGER  latest valid instant, UTC ms
// returns: taken   INTEGER  quotes that were removed
MATCH (m:Market)
SET m.quoted_at = CASE WHEN m.quoted_at > $limit THEN null ELSE m.quoted_at END,
    m.settling_since = CASE WHEN m.settling_since > $limit THEN $limit ELSE m.settling_since END
WITH m
CALL (m) {
  MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
  WHERE q.exchange = m.exchange AND q.ticker = m.ticker AND q.at > $limit
  DETACH DELETE q
  RETURN count(q) AS n
}
RETURN sum(n) AS taken;
