// Tracked markets by status, exchange and theater, for the filters of the list.
// mode:    read
// param:   $statuses  LIST<STRING>  statuses to count
// returns: status STRING, exchange STRING, theater STRING?, n INTEGER
// try:     :param statuses => ['open', 'settled']
UNWIND $statuses AS wanted
MATCH (m:Market) USING INDEX SEEK m:Market(status)
WHERE m.status = wanted AND m.question IS NOT NULL
RETURN m.status AS status, m.exchange AS exchange, m.theater AS theater, count(*) AS n
ORDER BY status, exchange, theater;
