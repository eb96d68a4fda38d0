// Entities by their ids, as stored.
// mode:    read
// param:   $ids     LIST<STRING>
// returns: entity   MAP
// try:     :param ids => ['iran']
UNWIND $ids AS id
MATCH (e:Entity {id: id}) USING INDEX SEEK e:Entity(id)
RETURN e {.*, search: null} AS entity
ORDER BY e.id;
