// The records of one UTC day in log order.
// mode:    read
// param:   $date    STRING   YYYY-MM-DD
// param:   $limit   INTEGER  maximum rows
// returns: record   MAP      {leaf_index, id, kind, made_at, sha256, leaf_hash}
// try:     :param date => '2026-05-07'
// try:     :param limit => 10
MATCH (r:Record) WHERE r.date = $date AND r.leaf_index >= 0
RETURN r {.leaf_index, .id, .kind, .made_at, .sha256, .leaf_hash} AS record
ORDER BY r.date, r.leaf_index LIMIT $limit;
