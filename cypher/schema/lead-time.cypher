// Moves of market prices, with the sources of earlier items.
CREATE CONSTRAINT move_id IF NOT EXISTS FOR (v:Move) REQUIRE (v.exchange, v.ticker, v.at) IS UNIQUE;
CREATE INDEX move_at IF NOT EXISTS FOR (v:Move) ON (v.at);
