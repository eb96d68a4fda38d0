// Stores the watched share of the usual volume of an hour: 1 minus the usual share of sources that did not answer in
// it. Hours without any answer are not stored. The highest value of an hour is kept, since late answers raise it.
// mode:    write
// scans:   Source
// param:   $hour     INTEGER  hours since the Unix epoch
// param:   $now      INTEGER  UTC ms
// param:   $silence  INTEGER  ms after which a failing source is silent
// returns: share FLOAT
CALL () {
  MATCH (s:Source)
  WITH collect({id: s.id, silent: coalesce(s.failures, 0) > 0 AND coalesce(s.last_success_at, 0) < $now - $silence}) AS sources
  CALL (sources) {
    UNWIND [s IN sources WHERE s.silent | s.id] AS id
    OPTIONAL MATCH (d:SourceDay) USING INDEX SEEK d:SourceDay(source, day)
    WHERE d.source = id AND d.day >= $hour / 24 - 8 AND d.day <= $hour / 24
    WITH id, coalesce(sum(d.items), 0) + 1 AS weight
    RETURN sum(weight) AS silent
  }
  CALL () {
    MATCH (d:SourceDay) USING INDEX SEEK d:SourceDay(day, source)
    WHERE d.day >= $hour / 24 - 8 AND d.day <= $hour / 24 AND d.source IS NOT NULL
    RETURN sum(d.items) AS total
  }
  WITH size(sources) AS known, size([s IN sources WHERE s.silent]) AS failing, silent, total
  RETURN CASE WHEN failing = 0 THEN 1.0 ELSE 1.0 - toFloat(silent) / (total + known) END AS share,
    known > 0 AND failing = known AS deaf
}
WITH share, deaf WHERE NOT deaf
MERGE (c:WatchedHour {hour: $hour})
SET c.share = CASE WHEN coalesce(c.share, 0.0) > share THEN c.share ELSE share END
RETURN c.share AS share;
