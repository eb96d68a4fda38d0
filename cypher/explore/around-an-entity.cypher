// What is stated about an entity, and what lies one step beyond: hostility, money, alliances, command.
// mode:    read
// param:   $entity  STRING   id of the entity
// returns: path     PATH
// try:     :param entity => 'iran'
MATCH path = (:Entity {id: $entity})-[:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF]-(:Entity)
RETURN path LIMIT 100;
