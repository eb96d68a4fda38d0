// Paper trades of one population with a minimum confidence that were open at any time since an instant.
// mode:    read
// param:   $population      STRING  own, or import:<label>
// param:   $since           STRING  timestamp
// param:   $min_confidence  FLOAT   minimum confidence
// returns: trade            MAP     {trade_id, exchange, ticker, side, status, opened_at, entry_price, entry_mid, probability_yes, closed_at, exit_price, exit_reason, net_pnl}
// returns: family           STRING?  the market's event
// returns: void             BOOLEAN  whether its market was cancelled
// try:     :param population => 'own'
// try:     :param since => '2026-05-07T00:00:00.000000Z'
// try:     :param min_confidence => 0.74
MATCH (t:Trade)
WHERE t.population = $population AND t.opened_at IS NOT NULL AND t.trade_id IS NOT NULL
  AND t.confidence >= $min_confidence AND (t.status = 'open' OR t.closed_at >= $since)
OPTIONAL MATCH (m:Market {exchange: t.exchange, ticker: t.ticker})
OPTIONAL MATCH (s:Settlement {exchange: t.exchange, ticker: t.ticker})
OPTIONAL MATCH (i:ImportedSettlement {exchange: t.exchange, ticker: t.ticker}) WHERE s IS NULL AND t.origin = 'import'
RETURN t {.trade_id, .exchange, .ticker, .side, .status, .opened_at, .entry_price, .entry_mid, .probability_yes, .closed_at,
          .exit_price, .exit_reason, .net_pnl} AS trade,
       m.event AS family, coalesce(s.status, i.status, '') = 'void' AS void
ORDER BY t.opened_at, t.trade_id;
