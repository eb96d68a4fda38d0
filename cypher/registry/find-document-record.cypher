// The record of a document that is logged already.
// mode:    read
// param:   $id     STRING  id of the document
// returns: record  MAP     {leaf_index, id, kind, made_at, sha256, leaf_hash}
// try:     :param id => 'rb_1'
MATCH (r:Record)-[:COMMITS_TO]->(d:LoggedDocument {id: $id})
RETURN r {.leaf_index, .id, .kind, .made_at, .sha256, .leaf_hash} AS record;
