// One item, and the bundles that its words stand in or beside, or did until a withdrawal that has no record.
// mode:    read
// param:   $item    STRING
// returns: id STRING, bundles LIST<MAP>  {id, text, words}
// returns: recorded INTEGER  withdrawals of this item that are in the log
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
