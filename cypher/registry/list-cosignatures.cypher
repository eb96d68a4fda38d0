// Cosignatures in the order received.
// mode:    read
// scans:   GAVE
// param:   $from        INTEGER  number to skip
// param:   $limit       INTEGER  maximum rows
// returns: cosignature  MAP      {id, tree_size, root_hash, note, line, time, received_at, witness, url}
// try:     :param from => 0
// try:     :param limit => 10
MATCH (c:OutsideClock)-[:GAVE]->(s:Cosignature)
WITH c, s ORDER BY s.received_at, s.id SKIP $from LIMIT $limit
RETURN s {.*, witness: c.name, url: c.url} AS cosignature;
