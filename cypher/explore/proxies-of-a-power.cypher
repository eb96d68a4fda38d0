// Which groups does it pay or back, and whom do they fight?
// Of a country, directly or through its own forces.
// mode:    read
// param:   $entity  STRING   id of a country
// returns: path     PATH
// try:     :param entity => 'iran'
MATCH path = (:Entity {id: $entity})<-[:MEMBER_OF]-{0,2}(:Entity)-[:FUNDS|BACKS]->(group:Entity {type: 'militant_group'})-[:HOSTILE_TO]-(:Entity)
RETURN path LIMIT 100;
