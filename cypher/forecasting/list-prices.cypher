// The last price of each hour of a market, oldest first.
// mode:    read
// param:   $exchange  STRING
// param:   $ticker    STRING
// param:   $since     INTEGER  UTC ms
// param:   $now       INTEGER  UTC ms
// returns: at INTEGER, price FLOAT
MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
WHERE q.exchange = $exchange AND q.ticker = $ticker AND q.at >= $since AND q.at <= $now
WITH q ORDER BY q.exchange, q.ticker, q.at
WHERE q.yes_price IS NOT NULL
WITH q.at / 3600000 AS hour, collect({at: q.at, price: q.yes_price}) AS quotes
RETURN quotes[-1].at AS at, quotes[-1].price AS price
ORDER BY at;
