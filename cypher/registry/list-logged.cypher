// Documents with their records, by id, in log order.
// mode:    read
// param:   $ids    LIST<STRING>  ids; unknown ones are skipped
// returns: record  MAP           {leaf_index, id, kind, made_at, sha256, leaf_hash}
// returns: text    STRING        canonical text of the document
// try:     :param ids => ['rb_1']
UNWIND $ids AS id
MATCH (r:Record)-[:COMMITS_TO]->(d:LoggedDocument {id: id})
RETURN r {.leaf_index, .id, .kind, .made_at, .sha256, .leaf_hash} AS record, d.text AS text
ORDER BY r.leaf_index;
