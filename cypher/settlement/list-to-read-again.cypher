// Settlements that are young and were not compared with their exchange for a while, the longest unread first.
// mode:    read
// param:   $since       STRING   timestamp: markets that resolved before it rest
// param:   $read_before INTEGER  UTC ms: what was read since then rests
// param:   $limit       INTEGER  most rows to return
// returns: exchange     STRING
// returns: ticker       STRING
// try:     :param since => '2026-05-07T00:00:00.000000Z'
// try:     :param read_before => 1778155200000
// try:     :param limit => 10
MATCH (s:Settlement)
WHERE s.resolved_at >= $since AND coalesce(s.read_at_ms, 0) < $read_before
RETURN s.exchange AS exchange, s.ticker AS ticker
ORDER BY coalesce(s.read_at_ms, 0), s.exchange, s.ticker LIMIT $limit;
