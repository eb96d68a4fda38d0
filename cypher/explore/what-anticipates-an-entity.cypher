// Which prices tend to move with news of it?
// Instruments that lead an entity, or a place in it.
// mode:    read
// param:   $entity  STRING   id of a country or place
// returns: path     PATH
// try:     :param entity => 'iran'
MATCH path = (:Entity {type: 'instrument'})-[:LEADING_INDICATOR_FOR]->(:Entity)-[:LOCATED_IN|BORDERS]-{0,1}(:Entity {id: $entity})
RETURN path LIMIT 100;
