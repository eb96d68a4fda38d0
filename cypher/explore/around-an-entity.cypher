// Who is tied to it, and how?
// Relationships of an entity: hostility, money, alliances, command.
// mode:    read
// param:   $entity  STRING   id of the entity
// returns: path     PATH
// try:     :param entity => 'iran'
MATCH path = (:Entity {id: $entity})-[:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF]-(:Entity)
RETURN path LIMIT 100;
