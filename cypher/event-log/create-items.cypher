// Stores new items with their links to entities and their stories. The label is set last, so that each index adds an
// item once instead of after every property. Links are created per entity: each entity is looked up once, and its links
// are adjacent in their indexes. The earliest item of a story is its origin. Items are passed as columns, so that
// property names are sent once instead of per item.
// mode:    write
// param:   $items    MAP        {id LIST, source_type LIST, …}  each property of all items, ids distinct; attributes LIST<MAP>
// param:   $touches  LIST<MAP>  {entity, items LIST<INTEGER>}  places in the columns, sorted by entity
// param:   $stories  MAP        {story LIST, id LIST, family LIST, at LIST, items LIST<LIST<INTEGER>>}  its earliest item, and the places of all, in this order
// returns: linked LIST<STRING>  the known entities of $touches; links to others are omitted
// returns: origins LIST<STRING>  the first item of each of $stories, in order
UNWIND range(0, size($items.id) - 1) AS n
CREATE (i)
SET i = {
  id: $items.id[n], source_type: $items.source_type[n], category: $items.category[n], source: $items.source[n],
  family: $items.family[n], publisher: $items.publisher[n], lang: $items.lang[n], title: $items.title[n],
  summary: $items.summary[n], url: $items.url[n], published_at: $items.published_at[n], at: $items.at[n],
  first_seen_at: $items.first_seen_at[n], theater: $items.theater[n], story: $items.story[n],
  content_hash: $items.content_hash[n], search: $items.search[n], market: $items.market[n],
  time: CASE WHEN $items.at[n] > 0 THEN datetime({epochMillis: $items.at[n]}) END
}
SET i += $items.attributes[n]
SET i:Item
WITH collect(i) AS items
CALL (items) {
  UNWIND $touches AS t
  MATCH (e:Entity {id: t.entity})
  CALL (items, t, e) {
    UNWIND t.items AS n
    WITH items[n] AS i, n, t, e
    CREATE (i)-[:TOUCHES {
      entity: t.entity, source_type: $items.source_type[n], at: $items.at[n], item: $items.id[n], seen_at: $items.first_seen_at[n]
    }]->(e)
  }
  RETURN collect(t.entity) AS linked
}
// A move is evidence for entities led by its instrument; the link has the relationship.
CALL (items) {
  UNWIND [n IN range(0, size($items.id) - 1) WHERE $items.source_type[n] = 'financial'] AS n
  WITH items[n] AS i, n
  MATCH (i)-[:TOUCHES]->(:Entity)-[leads:LEADING_INDICATOR_FOR]->(e:Entity)
  WHERE leads.until IS NULL AND NOT EXISTS { (i)-[:TOUCHES]->(e) }
  WITH DISTINCT i, n, e
  CREATE (i)-[:TOUCHES {
    entity: e.id, source_type: 'financial', at: $items.at[n], item: $items.id[n], seen_at: $items.first_seen_at[n],
    by: 'leading_indicator_for'
  }]->(e)
}
CALL (items) {
  UNWIND range(0, size($stories.story) - 1) AS n
  MERGE (s:Story {id: $stories.story[n]})
    ON CREATE SET s.origin_item = $stories.id[n], s.origin_family = $stories.family[n], s.origin_at = $stories.at[n]
  FOREACH (_ IN CASE WHEN $stories.at[n] < s.origin_at THEN [1] ELSE [] END |
    SET s.origin_item = $stories.id[n], s.origin_family = $stories.family[n], s.origin_at = $stories.at[n])
  FOREACH (i IN [m IN $stories.items[n] | items[m]] | CREATE (i)-[:REPORTS]->(s))
  RETURN collect(s.origin_item) AS origins
}
RETURN linked, origins;
