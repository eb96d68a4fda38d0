// Removes merged ids that are no longer in the seed.
// mode:    write
// param:   $ids  LIST<STRING>
UNWIND $ids AS id
MATCH (m:MergedEntity {id: id})
DELETE m;
