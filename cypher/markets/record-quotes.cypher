// Refreshes price and state of tracked markets, and keeps every quote that differs from the last one. A market that is
// final stays as it is: its settlement is a fact that others have been computed from.
// mode:    write
// param:   $rows    LIST<MAP>  {exchange, ticker, status, yes_price, yes_bid, yes_ask, resolves_at, outcome, settlement_yes_price, resolved_at, volume, …}
// param:   $now     INTEGER    instant of the tick, UTC ms
// returns: changed  INTEGER    markets whose quote differed
UNWIND $rows AS r
MATCH (m:Market {exchange: r.exchange, ticker: r.ticker})
WHERE NOT coalesce(m.status, 'open') IN ['settled', 'void']
WITH m, r, toFloat(r.yes_price) AS price, toFloat(r.yes_bid) AS bid, toFloat(r.yes_ask) AS ask
WITH m, r, price, bid, ask,
  coalesce(m.yes_price, -1.0) <> coalesce(price, -1.0)
    OR coalesce(m.yes_bid, -1.0) <> coalesce(bid, -1.0)
    OR coalesce(m.yes_ask, -1.0) <> coalesce(ask, -1.0) AS differs
SET m.status = r.status, m.yes_price = price, m.yes_bid = bid, m.yes_ask = ask,
    m.resolves_at = coalesce(r.resolves_at, m.resolves_at), m.volume = toFloat(r.volume),
    m.outcome = r.outcome, m.settlement_yes_price = toFloat(r.settlement_yes_price), m.resolved_at = r.resolved_at,
    m.quoted_at = $now
WITH m, price, bid, ask, differs
CALL (m, price, bid, ask, differs) {
  WITH m, price, bid, ask WHERE differs
  MERGE (q:Quote {exchange: m.exchange, ticker: m.ticker, at: $now})
  SET q.yes_price = price, q.yes_bid = bid, q.yes_ask = ask
}
RETURN sum(CASE WHEN differs THEN 1 ELSE 0 END) AS changed;
