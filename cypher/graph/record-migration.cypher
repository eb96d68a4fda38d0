// Records an applied migration with the database's time.
// mode:    write
// param:   $number  INTEGER  its number, from 1
// param:   $name    STRING   file name without ending
// param:   $sha256  STRING   of the file's bytes, hex
// returns: number   INTEGER  the same
MERGE (m:Migration {number: $number})
ON CREATE SET m.name = $name, m.sha256 = $sha256, m.applied_at = timestamp()
RETURN m.number AS number;
