// One item, and the bundles that hold its words.
// mode:    read
// param:   $item    STRING
// returns: id STRING, bundles LIST<MAP>  {id, text, words}
MATCH (i:Item {id: $item})
RETURN i.id AS id,
  COLLECT {
    MATCH (b:Bundle)-[:CONTAINS]->(i)
    WHERE NOT $item IN coalesce(b.withdrawn, [])
    RETURN b {.id, .text, .words} ORDER BY b.id
  } AS bundles;
