// Quotes of tracked markets: one per market and change, in the order of time.
CREATE CONSTRAINT quote_id IF NOT EXISTS FOR (q:Quote) REQUIRE (q.exchange, q.ticker, q.at) IS UNIQUE;
