// Adds one document with its record and the tree nodes it completes, and moves the head.
// mode:    write
// param:   $document  MAP        {id, kind, text, sha256, made_at, words}
// param:   $record    MAP        {leaf_index, date, leaf_hash}
// param:   $nodes     LIST<MAP>  completed inner nodes {level, index, hash}
// param:   $frontier  LIST<STRING>  the tree after it
// returns: leaf_index INTEGER    position in the log
MATCH (h:LogHead {id: 'log'})
CREATE (d:LoggedDocument {id: $document.id, kind: $document.kind, text: $document.text,
  sha256: $document.sha256, made_at: $document.made_at, words: $document.words})
CREATE (r:Record {leaf_index: $record.leaf_index, id: $document.id, kind: $document.kind,
  made_at: $document.made_at, date: $record.date, sha256: $document.sha256,
  leaf_hash: $record.leaf_hash})
CREATE (r)-[:COMMITS_TO]->(d)
FOREACH (_ IN CASE $document.kind WHEN 'bundle' THEN [1] ELSE [] END | SET d:Bundle)
FOREACH (n IN $nodes | CREATE (:TreeNode {level: n.level, index: n.index, hash: n.hash}))
SET h.tree_size = $record.leaf_index + 1, h.frontier = $frontier, h.last_made_at = $document.made_at
RETURN r.leaf_index AS leaf_index;
