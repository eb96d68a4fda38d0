// Logged documents in log order, from a position on.
// mode:    read
// param:   $from     INTEGER  first leaf index
// param:   $limit    INTEGER  maximum rows
// returns: leaf_index INTEGER
// returns: document  MAP      {id, kind, text, sha256, made_at, withdrawn, words}
// try:     :param from => 0
// try:     :param limit => 10
MATCH (r:Record) WHERE r.leaf_index >= $from
WITH r ORDER BY r.leaf_index LIMIT $limit
MATCH (r)-[:COMMITS_TO]->(d:LoggedDocument)
RETURN r.leaf_index AS leaf_index, d {.id, .kind, .text, .sha256, .made_at, .withdrawn, .words} AS document
ORDER BY leaf_index;
