// Daily counts of each source by day of arrival, oldest first.
// mode:    read
// param:   $from    INTEGER  first day, days since the Unix epoch
// param:   $to      INTEGER  last day
// returns: source STRING, days LIST<MAP> {day, items, copies, delay_ms, dated, last_at INTEGER}
MATCH (d:SourceDay) USING INDEX SEEK d:SourceDay(day, source)
WHERE d.day >= $from AND d.day <= $to AND d.source IS NOT NULL
WITH d ORDER BY d.day
RETURN d.source AS source, collect(d {.day, .items, .copies, .delay_ms, .dated, .last_at}) AS days
ORDER BY source;
