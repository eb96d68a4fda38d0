// Removes stories that no item reports any more.
// mode:    write
// scans:   Story
// param:   $limit   INTEGER  most stories to remove
// returns: removed  INTEGER  how many; less than the limit when none is left
MATCH (s:Story)
WHERE NOT EXISTS { (s)<-[:REPORTS]-() }
WITH s LIMIT $limit
CALL (s) { DETACH DELETE s } IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS removed;
