// Removes entities that the seed no longer states and that nothing names.
// mode:    write
// param:   $ids  LIST<STRING>
UNWIND $ids AS id
MATCH (e:Entity {id: id})
DETACH DELETE e;
