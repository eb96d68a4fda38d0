// The hash chain, oldest day first, each with the earliest verified capture of its sealed file.
// mode:    read
// param:   $from   INTEGER  first position in the chain
// param:   $limit  INTEGER  maximum rows
// returns: entry   MAP      {seq, date, prev_hash, day_sha256, combined_hash, n_records, tree_size, root_hash, anchored_at, wayback_url}
// try:     :param from => 0
// try:     :param limit => 10
MATCH (c:ChainEntry) WHERE c.seq >= $from
WITH c ORDER BY c.seq LIMIT $limit
CALL (c) {
  OPTIONAL MATCH (p:Capture {date: c.date, state: 'verified'}) WHERE p.size IS NULL
  RETURN p.wayback_url AS wayback_url ORDER BY p.timestamp LIMIT 1
}
RETURN c {.seq, .date, .prev_hash, .day_sha256, .combined_hash, .n_records, .tree_size, .root_hash,
  .anchored_at, wayback_url: wayback_url} AS entry
ORDER BY c.seq;
