// Removes entities that are no longer in the seed and not referenced.
// mode:    write
// param:   $ids  LIST<STRING>
UNWIND $ids AS id
MATCH (e:Entity {id: id})
DETACH DELETE e;
