// Applied migrations of cypher/migrations.
CREATE CONSTRAINT migration_number IF NOT EXISTS FOR (m:Migration) REQUIRE m.number IS UNIQUE;
