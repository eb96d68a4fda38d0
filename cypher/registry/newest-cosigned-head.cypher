// The newest cosigned head of the log that contains a record.
// mode:    read
// param:   $leaf_index  INTEGER  of the record
// returns: tree_size    INTEGER  records in the head
// returns: root_hash    STRING   64 hex digits
// try:     :param leaf_index => 0
MATCH (s:Cosignature) USING INDEX SEEK s:Cosignature(tree_size) WHERE s.tree_size > $leaf_index
RETURN s.tree_size AS tree_size, s.root_hash AS root_hash
ORDER BY s.tree_size DESC, s.root_hash LIMIT 1;
