// The sides of a market with an open paper position of our own.
// mode:    read
// param:   $exchange  STRING  exchange
// param:   $ticker    STRING  exchange-side identifier
// returns: side       STRING  YES or NO
MATCH (t:Trade {exchange: $exchange, ticker: $ticker})
WHERE t.status = 'open' AND t.origin = 'pipeline'
RETURN t.side AS side;
