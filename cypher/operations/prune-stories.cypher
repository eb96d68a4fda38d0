// Removes stories that no item reports any more.
// mode:    write
// returns: removed  INTEGER  how many
MATCH (s:Story)
WHERE NOT EXISTS { (s)<-[:REPORTS]-() }
CALL (s) { DETACH DELETE s } IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS removed;
