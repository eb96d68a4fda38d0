// Stores the items that are not there yet, with their links to entities; says of each row whether it was new.
// mode:    write
// param:   $rows   LIST<MAP>  {id, at, source_type, seen_at, properties, entities}, ids distinct
// param:   $token  INTEGER    random number of this attempt: marks the items that it made
// returns: id, fresh BOOLEAN, content_hash STRING (as stored), linked INTEGER
UNWIND $rows AS r
MERGE (i:Item {id: r.id})
  ON CREATE SET i += r.properties, i.time = datetime({epochMillis: r.at}), i.batch = $token
WITH i, r, i.batch = $token AS fresh
CALL (i, r, fresh) {
  WITH i, r WHERE fresh
  UNWIND r.entities AS entity
  MATCH (e:Entity {id: entity})
  CREATE (i)-[:TOUCHES {entity: entity, source_type: r.source_type, at: r.at, item: r.id, seen_at: r.seen_at}]->(e)
  RETURN count(*) AS linked
}
RETURN r.id AS id, fresh, i.content_hash AS content_hash, linked;
