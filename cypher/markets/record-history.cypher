// Stores prices from before a market was tracked, as history. Null prices count as a refusal.
// mode:    write
// param:   $rows  LIST<MAP>  {exchange, ticker, prices: LIST<MAP>? {at, price}}
// param:   $now   INTEGER    instant of the tick, UTC ms
// returns: kept   INTEGER    prices that were new
UNWIND $rows AS r
MATCH (m:Market {exchange: r.exchange, ticker: r.ticker})
SET m.history_at = CASE WHEN r.prices IS NULL THEN m.history_at ELSE $now END,
    m.history_tries = CASE WHEN r.prices IS NULL THEN coalesce(m.history_tries, 0) + 1 END
WITH m, r
UNWIND r.prices AS p
MERGE (q:Quote {exchange: m.exchange, ticker: m.ticker, at: p.at})
  ON CREATE SET q.yes_price = toFloat(p.price), q.origin = 'history', q.new = true
WITH q, q.new IS NOT NULL AS is_new
REMOVE q.new
RETURN sum(CASE WHEN is_new THEN 1 ELSE 0 END) AS kept;
