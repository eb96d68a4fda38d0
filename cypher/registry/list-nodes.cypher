// Hashes of complete subtrees: leaves from their records, inner nodes from the tree.
// mode:    read
// param:   $leaves  LIST<INTEGER>  indexes of nodes of level 0
// param:   $inner   LIST<MAP>      other nodes {level, index}
// returns: level    INTEGER
// returns: index    INTEGER
// returns: hash     STRING         64 hex digits
// try:     :param leaves => [0, 1]
// try:     :param inner => [{level: 1, index: 0}]
UNWIND $leaves AS leaf
MATCH (r:Record {leaf_index: leaf})
RETURN 0 AS level, leaf AS index, r.leaf_hash AS hash
UNION ALL
UNWIND $inner AS wanted
MATCH (n:TreeNode {level: wanted.level, index: wanted.index})
RETURN n.level AS level, n.index AS index, n.hash AS hash;
