// Settlements: one per market.
CREATE CONSTRAINT settlement_market IF NOT EXISTS FOR (s:Settlement) REQUIRE (s.exchange, s.ticker) IS UNIQUE;
CREATE INDEX settlement_time IF NOT EXISTS FOR (s:Settlement) ON (s.resolved_at);
