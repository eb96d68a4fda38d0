// The ontology: entities by id, and the ids that were merged into others.
// Relationships need no index of their own: each is reached from one of its ends.
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE e.id IS UNIQUE;
CREATE CONSTRAINT merged_entity_id IF NOT EXISTS FOR (m:MergedEntity) REQUIRE m.id IS UNIQUE;
CREATE CONSTRAINT seed_lock_id IF NOT EXISTS FOR (l:SeedLock) REQUIRE l.id IS UNIQUE;
CREATE INDEX entity_type IF NOT EXISTS FOR (e:Entity) ON (e.type, e.id);
CREATE INDEX entity_theater IF NOT EXISTS FOR (e:Entity) ON (e.theater, e.id);
CREATE POINT INDEX entity_location IF NOT EXISTS FOR (e:Entity) ON (e.location);
