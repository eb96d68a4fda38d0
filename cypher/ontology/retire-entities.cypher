// Marks entities that are no longer in the seed but still named by items, markets or relationships that were edited.
// mode:    write
// param:   $ids  LIST<STRING>
// returns: id    STRING   those that were marked
UNWIND $ids AS id
MATCH (e:Entity {id: id})
WHERE EXISTS { (e)<-[:TOUCHES|ABOUT]-() } OR EXISTS { (e)--(:Entity) }
SET e.retired = true
RETURN e.id AS id;
