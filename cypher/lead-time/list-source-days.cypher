// Daily counts of one source by day of arrival, oldest first.
// mode:    read
// param:   $source  STRING
// param:   $from    INTEGER  first day, days since the Unix epoch
// param:   $to      INTEGER  last day
// returns: day, items, copies, delay_ms, dated, last_at INTEGER
MATCH (d:SourceDay) USING INDEX SEEK d:SourceDay(source, day)
WHERE d.source = $source AND d.day >= $from AND d.day <= $to
WITH d ORDER BY d.source, d.day
RETURN d.day AS day, d.items AS items, d.copies AS copies, d.delay_ms AS delay_ms, d.dated AS dated, d.last_at AS last_at;
