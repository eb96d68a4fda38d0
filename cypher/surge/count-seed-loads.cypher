// The load count of the ontology; a changed count means that clusters may have changed.
// mode:    read
// returns: loads INTEGER  no row before the first load
MATCH (s:SeedLock {id: 'ontology'})
RETURN s.loads AS loads;
