// Quotes of tracked markets, one per market and change, by time; events of exchanges with their markets.
CREATE CONSTRAINT quote_id IF NOT EXISTS FOR (q:Quote) REQUIRE (q.exchange, q.ticker, q.at) IS UNIQUE;
CREATE CONSTRAINT event_id IF NOT EXISTS FOR (v:Event) REQUIRE (v.exchange, v.id) IS UNIQUE;
