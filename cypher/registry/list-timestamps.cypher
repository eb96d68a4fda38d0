// Time stamps in the order received.
// mode:    read
// scans:   GAVE
// param:   $from      INTEGER  number to skip
// param:   $limit     INTEGER  maximum rows
// returns: timestamp  MAP      {id, tree_size, root_hash, note, time, accuracy, signer, policy, serial, chain, token, received_at, authority}
// try:     :param from => 0
// try:     :param limit => 10
MATCH (c:OutsideClock)-[:GAVE]->(t:Timestamp)
WITH c, t ORDER BY t.received_at, t.id SKIP $from LIMIT $limit
RETURN t {.*, authority: c.url} AS timestamp;
