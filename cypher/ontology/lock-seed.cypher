// Lets one seed be loaded at a time: who comes second waits here, and then sees what the first one wrote.
// The count of loads tells whoever derives something from the ontology that it may have changed.
// mode:    write
MERGE (s:SeedLock {id: 'ontology'})
SET s.loads = coalesce(s.loads, 0) + 1;
