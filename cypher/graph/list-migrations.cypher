// Migrations applied to this database, in order.
// mode:    read
// scans:   Migration
// returns: number  INTEGER  its number, from 1
// returns: name    STRING   file name without ending
// returns: sha256  STRING   of the file's bytes, hex
MATCH (m:Migration)
RETURN m.number AS number, m.name AS name, m.sha256 AS sha256
ORDER BY number;
