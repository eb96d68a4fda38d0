// The records of documents already in the log.
// mode:    read
// param:   $ids    LIST<STRING>  ids of documents
// returns: record  MAP           {leaf_index, id, kind, made_at, sha256, leaf_hash}
// try:     :param ids => ['rb_1']
UNWIND $ids AS id
MATCH (r:Record)-[:COMMITS_TO]->(d:LoggedDocument {id: id})
RETURN r {.leaf_index, .id, .kind, .made_at, .sha256, .leaf_hash} AS record;
