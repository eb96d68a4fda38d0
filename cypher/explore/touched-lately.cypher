// What was reported about it lately?
// By kind of source, the newest six items of each.
// mode:    read
// param:   $entity  STRING   id of the entity
// param:   $since   INTEGER  earliest event time, UTC ms
// returns: source_type STRING, path PATH
// try:     :param entity => 'iran'
// try:     :param since => timestamp() - 86400000
MATCH (e:Entity {id: $entity})
UNWIND ['news', 'telegram', 'twitter', 'financial', 'whale', 'forecaster', 'seismic', 'calendar'] AS source_type
CALL (e, source_type) {
  MATCH path = (i:Item)-[t:TOUCHES]->(e)
  WHERE t.entity = $entity AND t.source_type = source_type AND t.at >= $since
  RETURN path ORDER BY t.at DESC LIMIT 6
}
RETURN source_type, path;
