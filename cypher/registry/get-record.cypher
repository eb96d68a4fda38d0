// The record that commits to a document hash.
// mode:    read
// param:   $sha256  STRING  64 hex digits
// returns: record   MAP     {leaf_index, id, kind, made_at, sha256, leaf_hash}
// try:     :param sha256 => '0000000000000000000000000000000000000000000000000000000000000000'
MATCH (r:Record {sha256: $sha256})
RETURN r {.leaf_index, .id, .kind, .made_at, .sha256, .leaf_hash} AS record;
