// Keeps what became of asking an authority or a witness, so that a restart goes on where it was.
// mode:    write
// param:   $id       STRING
// param:   $changes  MAP     properties to set; null removes one
MERGE (c:OutsideClock {id: $id})
SET c += $changes;
