// Polled sources, and the lease of the tick.
CREATE CONSTRAINT source_id IF NOT EXISTS FOR (s:Source) REQUIRE s.id IS UNIQUE;
CREATE CONSTRAINT lease_id IF NOT EXISTS FOR (l:Lease) REQUIRE l.id IS UNIQUE;
