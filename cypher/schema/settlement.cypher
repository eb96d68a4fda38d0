// Settlements: one per market by its exchange; and one per imported market, which the exchange's replaces.
CREATE CONSTRAINT settlement_market IF NOT EXISTS FOR (s:Settlement) REQUIRE (s.exchange, s.ticker) IS UNIQUE;
CREATE INDEX settlement_time IF NOT EXISTS FOR (s:Settlement) ON (s.resolved_at);
CREATE INDEX settlement_unlogged IF NOT EXISTS FOR (s:Settlement) ON (s.unlogged);
CREATE CONSTRAINT imported_settlement_market IF NOT EXISTS FOR (s:ImportedSettlement) REQUIRE (s.exchange, s.ticker) IS UNIQUE;
