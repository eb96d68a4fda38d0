// All entities with the properties for tagging and evidence, including edits; none without a loaded seed.
// mode:    read
// scans:   Entity
// returns: entity MAP  {id, type, name, aliases, theater, description, location, radius_km, since}, whatever was entered
MATCH (:SeedLock {id: 'ontology'})
MATCH (e:Entity) WHERE e.retired IS NULL
RETURN e {.id, .type, .name, .aliases, .theater, .description, .location, .radius_km, .since} AS entity
ORDER BY e.id;
