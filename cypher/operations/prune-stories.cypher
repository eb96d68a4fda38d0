// Removes stories without items.
// mode:    write
// scans:   Story
// param:   $limit   INTEGER  maximum stories to remove
// returns: removed  INTEGER  how many; less than the limit when none is left
MATCH (s:Story)
WHERE NOT EXISTS { (s)<-[:REPORTS]-() }
WITH s LIMIT $limit
CALL (s) { DETACH DELETE s } IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS removed;
