// The newest record of one kind.
// mode:    read
// param:   $kind   STRING  kind of document
// returns: record  MAP     {leaf_index, id, kind, made_at, sha256, leaf_hash}
// try:     :param kind => 'policy'
MATCH (r:Record) WHERE r.kind = $kind AND r.leaf_index >= 0
RETURN r {.leaf_index, .id, .kind, .made_at, .sha256, .leaf_hash} AS record
ORDER BY r.kind DESC, r.leaf_index DESC LIMIT 1;
