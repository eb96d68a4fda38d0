// Refreshes price, state and terms of tracked markets, and keeps every quote that differs from the last one. A market
// that is final stays as it is: its settlement is a fact that others have been computed from.
// mode:    write
// param:   $rows    LIST<MAP>  {exchange, ticker, status, yes_price, yes_bid, yes_ask, bid_size, ask_size, resolves_at, outcome, settlement_yes_price, resolved_at, raw_sha256, details, …}
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
SET m += r.details,
    m.status = r.status, m.yes_price = price, m.yes_bid = bid, m.yes_ask = ask,
    m.bid_size = r.bid_size, m.ask_size = r.ask_size,
    m.resolves_at = coalesce(r.resolves_at, m.resolves_at),
    m.outcome = r.outcome, m.settlement_yes_price = toFloat(r.settlement_yes_price), m.resolved_at = r.resolved_at,
    m.raw_sha256 = r.raw_sha256, m.quoted_at = $now
WITH m, price, bid, ask, differs
CALL (m, price, bid, ask, differs) {
  WITH m, price, bid, ask WHERE differs
  MERGE (q:Quote {exchange: m.exchange, ticker: m.ticker, at: $now})
  SET q.yes_price = price, q.yes_bid = bid, q.yes_ask = ask
}
RETURN sum(CASE WHEN differs THEN 1 ELSE 0 END) AS changed;
