// Stores items that are not there yet, with their links to entities. The label comes last: each index then
// takes an item in once, and not again with every property that it gets.
// mode:    write
// param:   $rows   LIST<MAP>  {id, at, source_type, seen_at, properties, entities}, ids distinct, sorted
// returns: id  of the items that name an entity which the graph does not hold: that link is left out
UNWIND $rows AS r
CREATE (i)
SET i = r.properties
SET i.time = datetime({epochMillis: r.at})
SET i:Item
WITH i, r
CALL (i, r) {
  UNWIND r.entities AS entity
  MATCH (e:Entity {id: entity})
  CREATE (i)-[:TOUCHES {entity: entity, source_type: r.source_type, at: r.at, item: r.id, seen_at: r.seen_at}]->(e)
  RETURN count(*) AS linked
}
WITH r WHERE linked <> size(r.entities)
RETURN r.id AS id;
