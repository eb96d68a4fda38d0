// Removes items older than an instant (undated: by arrival) in small transactions, except of bundles and alerts.
// mode:    write
// param:   $cut     INTEGER  UTC ms: items before it go
// param:   $limit   INTEGER  maximum items to remove
// returns: removed  INTEGER  how many; less than the limit when none is left
MATCH (i:Item) USING INDEX SEEK i:Item(at, id)
WHERE i.at < $cut AND i.id IS NOT NULL AND i.first_seen_at < $cut
  AND NOT EXISTS { (i)<-[:CONTAINS]-() } AND NOT EXISTS { (i)<-[:RAISED_BY]-() }
WITH i LIMIT $limit
CALL (i) {
  OPTIONAL MATCH (i)-[:WAS]->(v:Revision)
  DETACH DELETE v
  DETACH DELETE i
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS removed;
