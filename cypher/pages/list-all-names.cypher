// The names of all entities: a few hundred, for pages that name whatever an item touches.
// mode:    read
// scans:   Entity
// returns: id     STRING
// returns: name   STRING
MATCH (e:Entity)
RETURN e.id AS id, e.name AS name;
