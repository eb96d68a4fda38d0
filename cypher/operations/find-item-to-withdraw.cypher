// One item, and the bundles with its texts, or with an unrecorded withdrawal of them.
// mode:    read
// param:   $item    STRING
// returns: id STRING, bundles LIST<MAP>  {id, text, words}
// returns: recorded INTEGER  withdrawals of this item in the log
MATCH (i:Item {id: $item})
RETURN i.id AS id,
  COLLECT {
    MATCH (b:Bundle)-[:CONTAINS]->(i)
    WHERE NOT EXISTS { (:LogHead)-[w:WITHDREW {item: $item}]->(b) WHERE w.record IS NOT NULL }
    RETURN b {.id, .text, .words} ORDER BY b.id
  } AS bundles,
  COUNT {
    MATCH (b:Bundle)-[:CONTAINS]->(i)
    MATCH (:LogHead)-[w:WITHDREW {item: $item}]->(b) WHERE w.record IS NOT NULL
    RETURN DISTINCT w.record
  } AS recorded;
