// Forgets merged ids that the seed no longer states.
// mode:    write
// param:   $ids  LIST<STRING>
UNWIND $ids AS id
MATCH (m:MergedEntity {id: id})
DELETE m;
