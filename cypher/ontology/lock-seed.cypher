// Serializes the loading of seeds: a second one waits here, and then sees the first one's changes. The load count shows
// derived data that the ontology may have changed. Stores what this seed states, so that the next load can detect edits
// in the graph.
// mode:    write
// param:   $stated    LIST<STRING>   ids of the relationships that this seed states
// param:   $entities  LIST<STRING>   its entities, each as <id> <digest>
// returns: stated LIST<STRING>?, entities LIST<STRING>?   those of the seed before
MERGE (s:SeedLock {id: 'ontology'})
WITH s, s.stated AS before, s.entities AS entitiesBefore
SET s.loads = coalesce(s.loads, 0) + 1, s.stated = $stated, s.entities = $entities
RETURN before AS stated, entitiesBefore AS entities;
