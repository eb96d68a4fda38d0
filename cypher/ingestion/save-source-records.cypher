// Stores source records, unless the stored one is newer by up to a tick; newer by more means a clock set back.
// mode:    write
// param:   $rows  LIST<MAP>  {id, last_attempt_at, properties}, ids distinct, sorted
UNWIND $rows AS r
MERGE (s:Source {id: r.id})
WITH s, r WHERE NOT 0 < coalesce(s.last_attempt_at, 0) - r.last_attempt_at <= 600000
SET s += r.properties;
