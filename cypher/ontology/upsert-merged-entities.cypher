// Writes merged ids.
// mode:    write
// param:   $merged  LIST<MAP>  {id, into}
UNWIND $merged AS row
MERGE (m:MergedEntity {id: row.id})
SET m.into = row.into;
