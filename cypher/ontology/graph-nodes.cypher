// Entities to draw, in id order.
// mode:    read
// param:   $ids     LIST<STRING>
// returns: node MAP  {id, type, name, theater}
UNWIND $ids AS id
MATCH (e:Entity {id: id})
RETURN e {.id, .type, .name, .theater} AS node
ORDER BY e.id;
