// Which instruments tend to move with news of an entity, or of a place in it.
// mode:    read
// param:   $entity  STRING   id of a country or place
// returns: path     PATH
// try:     :param entity => 'iran'
MATCH path = (:Entity {type: 'instrument'})-[:LEADING_INDICATOR_FOR]->(:Entity)-[:LOCATED_IN|BORDERS]-{0,1}(:Entity {id: $entity})
RETURN path LIMIT 100;
