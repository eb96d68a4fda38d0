// Remembers what came of asking some sources. An older reading never replaces a newer one.
// mode:    write
// param:   $rows  LIST<MAP>  {id, last_attempt_at, properties}, ids distinct, sorted
UNWIND $rows AS r
MERGE (s:Source {id: r.id})
WITH s, r WHERE coalesce(s.last_attempt_at, 0) <= r.last_attempt_at
SET s += r.properties;
