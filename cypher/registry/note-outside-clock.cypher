// Stores the state of an authority or a witness, so that a restart resumes from it.
// mode:    write
// param:   $id       STRING
// param:   $changes  MAP     properties to set; null removes one
MERGE (c:OutsideClock {id: $id})
SET c += $changes;
