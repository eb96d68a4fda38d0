// Seals one UTC day: its file, its records, its link in the chain, and the new head.
// mode:    write
// param:   $text   STRING  the day-file's bytes
// param:   $entry  MAP     {date, seq, prev_hash, day_sha256, combined_hash, n_records, tree_size, root_hash, anchored_at}
// returns: date    STRING  the sealed day
MATCH (h:LogHead {id: 'log'})
CREATE (f:DayFile {date: $entry.date, text: $text, sha256: $entry.day_sha256})
CREATE (c:ChainEntry {date: $entry.date, seq: $entry.seq, prev_hash: $entry.prev_hash,
  day_sha256: $entry.day_sha256, combined_hash: $entry.combined_hash, n_records: $entry.n_records,
  tree_size: $entry.tree_size, root_hash: $entry.root_hash, anchored_at: $entry.anchored_at})
CREATE (c)-[:SEALS]->(f)
SET h.sealed_date = $entry.date, h.chain_head = $entry.combined_hash, h.chain_length = $entry.seq + 1
WITH c, f
CALL (f) {
  MATCH (r:Record) WHERE r.date = f.date AND r.leaf_index >= 0
  CREATE (f)-[:LISTS]->(r)
}
WITH c
OPTIONAL MATCH (before:ChainEntry {seq: c.seq - 1})
FOREACH (_ IN CASE WHEN before IS NULL THEN [] ELSE [1] END | CREATE (c)-[:FOLLOWS]->(before))
RETURN c.date AS date;
