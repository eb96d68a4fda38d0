// Serializes the loading of seeds: a second one waits here, and then sees the first one's changes. The load count tells
// derived data that the ontology may have changed. Stores the stated ids, so that the next load can detect manual
// removals.
// mode:    write
// param:   $stated  LIST<STRING>   ids of the relationships that this seed states
// returns: stated LIST<STRING>?   those of the seed before
MERGE (s:SeedLock {id: 'ontology'})
WITH s, s.stated AS before
SET s.loads = coalesce(s.loads, 0) + 1, s.stated = $stated
RETURN before AS stated;
