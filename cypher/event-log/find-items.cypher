// The stored ones of some items, with their content hash.
// mode:    read
// param:   $ids  LIST<STRING>
// returns: id STRING, content_hash STRING  no row for an unknown item
UNWIND $ids AS id
MATCH (i:Item {id: id})
RETURN id, i.content_hash AS content_hash;
