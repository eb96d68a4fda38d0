// The names of all entities, a few hundred, for pages that show items' entities.
// mode:    read
// scans:   Entity
// returns: id     STRING
// returns: name   STRING
MATCH (e:Entity)
RETURN e.id AS id, coalesce(e.name, e.id) AS name;
