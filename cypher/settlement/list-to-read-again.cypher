// Recent settlements not compared with their exchange for a while, longest unread first.
// mode:    read
// param:   $since       STRING   timestamp: only markets resolved since
// param:   $read_before INTEGER  UTC ms: only settlements last read before
// param:   $limit       INTEGER  maximum rows
// returns: exchange     STRING
// returns: ticker       STRING
// try:     :param since => '2026-05-07T00:00:00.000000Z'
// try:     :param read_before => 1778155200000
// try:     :param limit => 10
MATCH (s:Settlement)
WHERE s.resolved_at >= $since AND coalesce(s.read_at_ms, 0) < $read_before
RETURN s.exchange AS exchange, s.ticker AS ticker
ORDER BY coalesce(s.read_at_ms, 0), s.exchange, s.ticker LIMIT $limit;
