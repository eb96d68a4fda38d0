// All markets tracked at an instant: known, and not final before the day began.
// mode:    read
// scans:   Market
// param:   $day_start  STRING  timestamp of the day's first instant
// returns: exchange STRING, ticker STRING, status STRING, event STRING?
MATCH (m:Market)
WHERE m.question IS NOT NULL AND (NOT m.status IN ['settled', 'void'] OR m.resolved_at >= $day_start)
RETURN m.exchange AS exchange, m.ticker AS ticker, m.status AS status, m.event AS event
ORDER BY exchange, ticker;
