// Groups that a country pays or backs, directly or through its own forces, and whom they fight.
// mode:    read
// param:   $entity  STRING   id of a country
// returns: path     PATH
// try:     :param entity => 'iran'
MATCH path = (:Entity {id: $entity})<-[:MEMBER_OF]-{0,2}(:Entity)-[:FUNDS|BACKS]->(group:Entity {type: 'militant_group'})-[:HOSTILE_TO]-(:Entity)
RETURN path LIMIT 100;
