// Signature lines of witnesses for one head of the log.
// mode:    read
// param:   $tree_size  INTEGER  records in it
// param:   $root_hash  STRING   64 hex digits
// returns: line        STRING   of a signed note, newline included
// try:     :param tree_size => 1
// try:     :param root_hash => ''
MATCH (s:Cosignature {tree_size: $tree_size, root_hash: $root_hash})
RETURN s.line AS line
ORDER BY s.time, s.id LIMIT 50;
