// Open markets of the other exchange that share an entity with a market: which of them asks the same is judged by wording.
// mode:    read
// param:   $exchange  STRING   exchange of the market
// param:   $ticker    STRING   exchange-side identifier
// param:   $limit     INTEGER  most rows
// returns: exchange, ticker, question STRING, resolves_at STRING?, deadline STRING?, yes_price, yes_bid, yes_ask FLOAT?
MATCH (m:Market {exchange: $exchange, ticker: $ticker})-[:ABOUT]->(:Entity)<-[:ABOUT]-(o:Market)
WHERE o.exchange <> $exchange AND o.status = 'open' AND o.question IS NOT NULL
WITH DISTINCT o ORDER BY o.exchange, o.ticker LIMIT $limit
RETURN o.exchange AS exchange, o.ticker AS ticker, o.question AS question, o.resolves_at AS resolves_at,
  o.deadline AS deadline, o.yes_price AS yes_price, o.yes_bid AS yes_bid, o.yes_ask AS yes_ask;
