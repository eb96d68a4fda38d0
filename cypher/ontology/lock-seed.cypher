// Lets one seed be loaded at a time: who comes second waits here, and then sees what the first one wrote.
// mode:    write
MERGE (s:SeedLock {id: 'ontology'})
SET s.id = 'ontology';
