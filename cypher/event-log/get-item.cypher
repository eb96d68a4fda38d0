// One item as of an instant, with the other items of its story and the bundles that contain it.
// mode:    read
// param:   $id      STRING
// param:   $as_of   INTEGER  UTC ms
// param:   $copies  INTEGER  maximum items of the story
// returns: item MAP, entities LIST<STRING>, revisions LIST<MAP>, story MAP?, copies LIST<MAP>, bundles LIST<MAP>
MATCH (i:Item {id: $id}) WHERE i.first_seen_at <= $as_of
OPTIONAL MATCH (i)-[:REPORTS]->(s:Story)
RETURN i AS item,
  [(i)-[x:TOUCHES]->() WHERE x.seen_at <= $as_of | x.entity] AS entities,
  [(i)-[:WAS]->(v:Revision) WHERE v.until > $as_of | v] AS revisions,
  s {.id, .origin_item, .origin_family, reports: COUNT { (s)<-[:REPORTS]-() }} AS story,
  COLLECT {
    MATCH (s)<-[:REPORTS]-(c:Item) WHERE c <> i AND c.first_seen_at <= $as_of
    RETURN c {.id, .source, .family, .publisher, .lang, .title, .url, .at} ORDER BY c.at, c.id LIMIT $copies
  } AS copies,
  COLLECT { MATCH (b:Bundle)-[:CONTAINS]->(i) RETURN b {.id, .sha256} ORDER BY b.id LIMIT 100 } AS bundles;
