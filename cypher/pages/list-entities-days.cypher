// Items of each of some entities per day, oldest day first; empty days are omitted.
// mode:    read
// param:   $entities  LIST<STRING>  ids
// param:   $from      INTEGER       first day, days since the Unix epoch
// param:   $to        INTEGER       last day
// returns: entity STRING, days LIST<MAP> {day, n INTEGER}
// try:     :param {entities: ['iran', 'israel'], from: 20000, to: 21000}
UNWIND $entities AS entity
CALL (entity) {
  MATCH (d:EntityDay) USING INDEX SEEK d:EntityDay(entity, day)
  WHERE d.entity = entity AND d.day >= $from AND d.day <= $to
  WITH d ORDER BY d.entity, d.day
  RETURN collect(d {.day, .n}) AS days
}
RETURN entity, days;
