// Migrations of cypher/migrations that were applied to this database.
CREATE CONSTRAINT migration_number IF NOT EXISTS FOR (m:Migration) REQUIRE m.number IS UNIQUE;
