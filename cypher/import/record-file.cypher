// Records an imported file, so that the lines that were refused show with its population. A repeated file changes nothing.
// mode:    write
// param:   $population  STRING
// param:   $kind        STRING   predictions or trades
// param:   $sha256      STRING   of the file
// param:   $lines       INTEGER  all that are not empty
// param:   $refused     INTEGER  those that are not stored
MERGE (f:ImportedFile {population: $population, kind: $kind, sha256: $sha256})
SET f.lines = $lines, f.refused = $refused;
