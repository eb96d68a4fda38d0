// Settlements and corrections recorded before an instant, in log order.
// mode:    read
// param:   $before  STRING  timestamp
// returns: text     STRING  canonical text of a settlement or correction
// try:     :param before => '9999'
UNWIND ['settlement', 'correction'] AS kind
MATCH (r:Record) USING INDEX SEEK r:Record(kind, leaf_index)
WHERE r.kind = kind AND r.leaf_index >= 0 AND r.made_at < $before
WITH r ORDER BY r.leaf_index
MATCH (r)-[:COMMITS_TO]->(d:LoggedDocument)
RETURN d.text AS text
ORDER BY r.leaf_index;
