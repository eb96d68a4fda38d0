// Stores a witness's cosignature of a head of the log, linked to the head's last record.
// mode:    write
// param:   $clock        STRING  id of the witness
// param:   $cosignature  MAP     {id, tree_size, root_hash, note, line, time, received_at}
MATCH (c:OutsideClock {id: $clock})
MATCH (r:Record {leaf_index: $cosignature.tree_size - 1})
MERGE (s:Cosignature {id: $cosignature.id})
  ON CREATE SET s += $cosignature
MERGE (s)-[:COVERS_UP_TO]->(r)
MERGE (c)-[:GAVE]->(s);
