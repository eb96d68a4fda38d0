// Locks the schema until the transaction ends, by the constraint on numbers. The transaction is rolled back: the node never stands.
// mode:    write
// returns: number  INTEGER  0
MERGE (m:Migration {number: 0})
RETURN m.number AS number;
