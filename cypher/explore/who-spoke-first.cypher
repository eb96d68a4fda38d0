// Which sources spoke of it first?
// Stories that several reported, each report tied to the earliest.
// mode:    read
// param:   $entity  STRING   id of the entity
// param:   $since   INTEGER  earliest event time, UTC ms
// returns: first    STRING   source of the earliest report
// returns: minutes_later INTEGER, path PATH
// try:     :param entity => 'iran'
// try:     :param since => timestamp() - 7 * 86400000
MATCH (e:Entity {id: $entity})<-[t:TOUCHES]-(:Item)-[:REPORTS]->(s:Story)
WHERE t.entity = $entity AND t.at >= $since
WITH DISTINCT s ORDER BY s.origin_at DESC LIMIT 15
MATCH path = (later:Item)-[:REPORTS]->(s)<-[:REPORTS]-(origin:Item {id: s.origin_item})
WHERE later <> origin
RETURN origin.source AS first, (later.at - origin.at) / 60000 AS minutes_later, path
ORDER BY origin.at DESC, later.at;
