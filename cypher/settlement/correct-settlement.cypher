// Replaces a settlement by the exchange's correction; the log keeps both.
// mode:    write
// param:   $settlement  MAP     {exchange, ticker, status, outcome, settlement_yes_price, resolved_at, resolved_at_stated, raw_sha256}
// returns: corrected    INTEGER 1
MATCH (s:Settlement {exchange: $settlement.exchange, ticker: $settlement.ticker})
SET s += $settlement, s.settlement_yes_price = toFloat($settlement.settlement_yes_price)
WITH s
OPTIONAL MATCH (m:Market {exchange: s.exchange, ticker: s.ticker})
SET m.status = s.status, m.outcome = s.outcome, m.settlement_yes_price = s.settlement_yes_price, m.resolved_at = s.resolved_at
RETURN count(DISTINCT s) AS corrected;
