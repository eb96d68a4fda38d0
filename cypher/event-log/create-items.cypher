// Stores items that are not there yet, with their links to entities and the stories that they report. The label
// comes last: each index then takes an item in once, and not again with every property that it gets. Links are
// made entity by entity: each entity is looked up once, and its links lie side by side in their indexes.
// The earliest item of a story is its origin.
// mode:    write
// param:   $rows     LIST<MAP>  the properties of each item, ids distinct, sorted
// param:   $touches  LIST<MAP>  {entity, items LIST<INTEGER>}  places in $rows, sorted by entity
// param:   $stories  LIST<MAP>  {story, id, family, at, items LIST<INTEGER>}  its earliest of $rows, and the places of all, in this order
// returns: linked LIST<STRING>  the entities of $touches that the graph holds: a link to another is left out
// returns: origins LIST<STRING>  the item that each of $stories goes back to, in their order
UNWIND $rows AS r
CREATE (i)
SET i = r
SET i.time = datetime({epochMillis: r.at})
SET i:Item
WITH collect(i) AS items
CALL (items) {
  UNWIND $touches AS t
  MATCH (e:Entity {id: t.entity})
  CALL (items, t, e) {
    UNWIND t.items AS n
    WITH items[n] AS i, $rows[n] AS r, t, e
    CREATE (i)-[:TOUCHES {entity: t.entity, source_type: r.source_type, at: r.at, item: r.id, seen_at: r.first_seen_at}]->(e)
  }
  RETURN collect(t.entity) AS linked
}
CALL (items) {
  UNWIND $stories AS r
  MERGE (s:Story {id: r.story})
    ON CREATE SET s.origin_item = r.id, s.origin_family = r.family, s.origin_at = r.at
  FOREACH (_ IN CASE WHEN r.at < s.origin_at THEN [1] ELSE [] END |
    SET s.origin_item = r.id, s.origin_family = r.family, s.origin_at = r.at)
  FOREACH (i IN [n IN r.items | items[n]] | CREATE (i)-[:REPORTS]->(s))
  RETURN collect(s.origin_item) AS origins
}
RETURN linked, origins;
