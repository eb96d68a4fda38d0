// Daily counts of some sources by day of arrival, oldest first.
// mode:    read
// param:   $sources  LIST<STRING>
// param:   $from     INTEGER  first day, days since the Unix epoch
// param:   $to       INTEGER  last day
// returns: source STRING, days LIST<MAP> {day, items, copies INTEGER}
UNWIND $sources AS source
CALL (source) {
  MATCH (d:SourceDay) USING INDEX SEEK d:SourceDay(source, day)
  WHERE d.source = source AND d.day >= $from AND d.day <= $to
  WITH d ORDER BY d.source, d.day
  RETURN collect(d {.day, .items, .copies}) AS days
}
RETURN source, days;
