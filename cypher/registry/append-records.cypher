// Appends documents with their records and completed tree nodes, and updates the head.
// mode:    write
// param:   $rows      LIST<MAP>  in log order {id, kind, text, sha256, made_at, words, leaf_index, date, leaf_hash}
// param:   $nodes     LIST<MAP>  completed inner nodes {level, index, hash}
// param:   $frontier  LIST<STRING>  the tree after them
// returns: added      INTEGER    how many
MATCH (h:LogHead {id: 'log'})
SET h.tree_size = last($rows).leaf_index + 1, h.frontier = $frontier, h.last_made_at = last($rows).made_at
FOREACH (n IN $nodes | CREATE (:TreeNode {level: n.level, index: n.index, hash: n.hash}))
WITH h
UNWIND $rows AS row
CREATE (d:LoggedDocument {id: row.id, kind: row.kind, text: row.text, sha256: row.sha256, made_at: row.made_at,
  words: row.words})
CREATE (r:Record {leaf_index: row.leaf_index, id: row.id, kind: row.kind, made_at: row.made_at, date: row.date,
  sha256: row.sha256, leaf_hash: row.leaf_hash})
CREATE (r)-[:COMMITS_TO]->(d)
FOREACH (_ IN CASE row.kind WHEN 'bundle' THEN [1] ELSE [] END | SET d:Bundle)
RETURN count(*) AS added;
