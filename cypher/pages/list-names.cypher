// The names of entities, for texts that know only their ids.
// mode:    read
// param:   $ids   LIST<STRING>  ids of entities; unknown ones are left out
// returns: id     STRING
// returns: name   STRING
// try:     :param ids => ['iran', 'irgc']
UNWIND $ids AS id
MATCH (e:Entity {id: id})
RETURN e.id AS id, e.name AS name;
