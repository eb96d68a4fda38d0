// How often the ontology was loaded: another number than before says that clusters may have changed.
// mode:    read
// returns: loads INTEGER  no row where it never was
MATCH (s:SeedLock {id: 'ontology'})
RETURN s.loads AS loads;
