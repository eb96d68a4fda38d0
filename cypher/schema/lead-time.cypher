// Moves of market prices, and what had been said before each.
CREATE CONSTRAINT move_id IF NOT EXISTS FOR (v:Move) REQUIRE (v.exchange, v.ticker, v.at) IS UNIQUE;
CREATE INDEX move_at IF NOT EXISTS FOR (v:Move) ON (v.at);
