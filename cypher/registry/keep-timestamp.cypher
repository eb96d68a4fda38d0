// Stores a time stamp of a head of the log, linked to the head's last record.
// mode:    write
// param:   $clock      STRING  id of the authority
// param:   $timestamp  MAP     {id, tree_size, root_hash, note, time, accuracy, signer, policy, serial, chain, token, received_at}
MATCH (c:OutsideClock {id: $clock})
MATCH (r:Record {leaf_index: $timestamp.tree_size - 1})
MERGE (t:Timestamp {id: $timestamp.id})
  ON CREATE SET t += $timestamp
MERGE (t)-[:COVERS_UP_TO]->(r)
MERGE (c)-[:GAVE]->(t);
