// Chain entries with the bytes of their day-files, oldest first, to check the chain.
// mode:    read
// param:   $from   INTEGER  first position in the chain
// param:   $limit  INTEGER  maximum rows
// returns: entry   MAP      {seq, date, prev_hash, day_sha256, combined_hash, n_records, tree_size, root_hash, anchored_at}
// returns: text    STRING   bytes of the day-file, or null
// try:     :param from => 0
// try:     :param limit => 10
MATCH (c:ChainEntry) WHERE c.seq >= $from
WITH c ORDER BY c.seq LIMIT $limit
OPTIONAL MATCH (f:DayFile {date: c.date})
RETURN c {.seq, .date, .prev_hash, .day_sha256, .combined_hash, .n_records, .tree_size, .root_hash,
  .anchored_at} AS entry, f.text AS text
ORDER BY c.seq;
