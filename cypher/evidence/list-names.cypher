// The names of all entities, including edits; none without a loaded seed.
// mode:    read
// scans:   Entity
// returns: id STRING, names LIST  name and aliases, whatever was entered
MATCH (:SeedLock {id: 'ontology'})
MATCH (e:Entity) WHERE e.retired IS NULL
RETURN e.id AS id, [e.name] + coalesce(e.aliases, []) AS names
ORDER BY id;
