// Records in log order, from a position on.
// mode:    read
// param:   $from    INTEGER  first leaf index
// param:   $limit   INTEGER  maximum rows
// returns: record   MAP      {leaf_index, id, kind, made_at, sha256, leaf_hash}
// try:     :param from => 0
// try:     :param limit => 10
MATCH (r:Record) WHERE r.leaf_index >= $from
RETURN r {.leaf_index, .id, .kind, .made_at, .sha256, .leaf_hash} AS record
ORDER BY r.leaf_index LIMIT $limit;
