// What was imported is a settlement of imports only: own forecasts and trades that one had settled are open again until
// their exchange speaks. A settlement of the exchange that no record says is marked, so that the log takes it in.
MATCH (s:Settlement {origin: 'import'})
OPTIONAL MATCH (s)-[r:SETTLES]->(m:Market)
REMOVE s:Settlement, m.settlement_recorded
SET s:ImportedSettlement
DELETE r;

MATCH (s:ImportedSettlement)
MATCH (p:Prediction {exchange: s.exchange, ticker: s.ticker})
WHERE p.origin = 'pipeline' AND p.made_at IS NOT NULL AND p.state <> 'open'
SET p.state = 'open'
REMOVE p.outcome, p.settlement_yes_price, p.resolved_at, p.graded_at_ms;

MATCH (s:ImportedSettlement)
MATCH (t:Trade {exchange: s.exchange, ticker: s.ticker})
WHERE t.origin = 'pipeline' AND t.exit_reason = 'settled'
SET t.status = 'open', t.open_position = t.exchange + '|' + t.ticker + '|' + t.side
REMOVE t.closed_at, t.exit_price, t.exit_reason, t.exit_fee_usd, t.net_pnl;

UNWIND ['Settlement', 'ImportedSettlement'] AS kind
MATCH (s:$(kind))
MATCH (t:Trade {exchange: s.exchange, ticker: s.ticker}) WHERE t.exit_reason = 'settled' AND t.settled_by IS NULL
SET t.settled_by = CASE kind WHEN 'Settlement' THEN 'exchange' ELSE 'import' END;

UNWIND ['Settlement', 'ImportedSettlement'] AS kind
MATCH (s:$(kind))
MATCH (p:Prediction {exchange: s.exchange, ticker: s.ticker})
WHERE p.made_at IS NOT NULL AND p.state <> 'open' AND p.settled_by IS NULL
SET p.settled_by = CASE kind WHEN 'Settlement' THEN 'exchange' ELSE 'import' END;

MATCH (s:Settlement) WHERE s.record_sha256 IS NULL
SET s.resolved_at_stated = coalesce(s.resolved_at_stated, true)
WITH s
MATCH (p:Prediction {exchange: s.exchange, ticker: s.ticker}) WHERE p.made_at IS NOT NULL AND p.origin = 'pipeline'
WITH DISTINCT s
SET s.unlogged = true;
