// Creates nodes of a backup.
// mode:    write
// param:   $rows  LIST<MAP>  {id, labels, properties, typed: [{name, type, value}]}
// returns: id STRING, created STRING  its id in the backup and in the graph
UNWIND $rows AS row
CREATE (n:$(row.labels))
SET n = row.properties
FOREACH (t IN row.typed | SET n[t.name] = CASE t.type
  WHEN 'FLOAT NOT NULL' THEN toFloat(t.value)
  WHEN 'LIST<FLOAT NOT NULL> NOT NULL' THEN toFloatList(t.value)
  WHEN 'POINT NOT NULL' THEN point({latitude: t.value.lat, longitude: t.value.lon})
  WHEN 'ZONED DATETIME NOT NULL' THEN datetime(t.value)
  WHEN 'DATE NOT NULL' THEN date(t.value)
  ELSE t.value END)
RETURN row.id AS id, elementId(n) AS created;
