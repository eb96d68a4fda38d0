// The current id of an entity: its own, or that of the entity it was merged into.
// mode:    read
// param:   $id  STRING
// returns: id   STRING   no row for an id that never was one
OPTIONAL MATCH (m:MergedEntity {id: $id})
MATCH (e:Entity {id: coalesce(m.into, $id)})
RETURN e.id AS id;
