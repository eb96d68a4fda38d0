// The dataset reads the predictions of one population in order of `made_at`.
CREATE INDEX prediction_population_time IF NOT EXISTS FOR (p:Prediction) ON (p.population, p.made_at, p.id);
CREATE INDEX trade_population_time IF NOT EXISTS FOR (t:Trade) ON (t.population, t.opened_at, t.trade_id);
// Imported files, which count the lines that were refused.
CREATE CONSTRAINT imported_file_id IF NOT EXISTS FOR (f:ImportedFile) REQUIRE (f.population, f.kind, f.sha256) IS UNIQUE;
