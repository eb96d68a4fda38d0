// Removes a market from the list of a surge, unless a newer surge added it again.
// mode:    write
// param:   $exchange  STRING   exchange
// param:   $ticker    STRING   exchange-side identifier
// param:   $at        INTEGER  the request to clear, UTC ms
// returns: cleared    INTEGER  1 when it was on the list
MATCH (m:Market {exchange: $exchange, ticker: $ticker})
WHERE m.reevaluate_at <= $at
REMOVE m.reevaluate_at, m.reevaluate_reason
RETURN count(m) AS cleared;
