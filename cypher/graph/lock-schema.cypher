// Locks the schema until the transaction ends, by the constraint on numbers. The transaction is rolled back, so the
// node is never stored.
// mode:    write
// returns: number  INTEGER  0
MERGE (m:Migration {number: 0})
RETURN m.number AS number;
