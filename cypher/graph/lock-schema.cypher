// Locks the schema until the transaction is rolled back, by the constraint on numbers; the node is never stored.
// mode:    write
// returns: number  INTEGER  0
MERGE (m:Migration {number: 0})
RETURN m.number AS number;
