// Creates relationships of a backup between nodes of the graph.
// mode:    write
// param:   $rows  LIST<MAP>  {from, to: ids in the graph; type, properties, typed: [{name, type, value}]}
// returns: created INTEGER
UNWIND $rows AS row
MATCH (a) WHERE elementId(a) = row.from
MATCH (b) WHERE elementId(b) = row.to
CREATE (a)-[r:$(row.type)]->(b)
SET r = row.properties
FOREACH (t IN row.typed | SET r[t.name] = CASE t.type
  WHEN 'FLOAT NOT NULL' THEN toFloat(t.value)
  WHEN 'LIST<FLOAT NOT NULL> NOT NULL' THEN toFloatList(t.value)
  WHEN 'ZONED DATETIME NOT NULL' THEN datetime(t.value)
  WHEN 'DATE NOT NULL' THEN date(t.value)
  ELSE t.value END)
RETURN count(r) AS created;
