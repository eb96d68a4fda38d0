// Readings of confluence: one per market and change, by time.
CREATE CONSTRAINT reading_id IF NOT EXISTS FOR (r:Reading) REQUIRE (r.exchange, r.ticker, r.at) IS UNIQUE;
CREATE CONSTRAINT market_id IF NOT EXISTS FOR (m:Market) REQUIRE (m.exchange, m.ticker) IS UNIQUE;
