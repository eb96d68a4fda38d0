// Stores the records of some sources. An older record never replaces a newer one, except one that is newer by more than
// a tick: its clock has been set back since.
// mode:    write
// param:   $rows  LIST<MAP>  {id, last_attempt_at, properties}, ids distinct, sorted
UNWIND $rows AS r
MERGE (s:Source {id: r.id})
WITH s, r WHERE NOT 0 < coalesce(s.last_attempt_at, 0) - r.last_attempt_at <= 600000
SET s += r.properties;
