// Lets one seed be loaded at a time: who comes second waits here, and then sees what the first one wrote.
// The count of loads tells whoever derives something from the ontology that it may have changed.
// Remembers what it states, so that the next one knows what was removed by hand.
// mode:    write
// param:   $stated  LIST<STRING>   ids of the relationships that this seed states
// returns: stated LIST<STRING>?   those of the seed before
MERGE (s:SeedLock {id: 'ontology'})
WITH s, s.stated AS before
SET s.loads = coalesce(s.loads, 0) + 1, s.stated = $stated
RETURN before AS stated;
