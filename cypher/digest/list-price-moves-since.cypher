// Moves of market prices since an instant, the largest first.
// mode:    read
// param:   $since  INTEGER  UTC ms
// param:   $now    INTEGER  UTC ms
// param:   $limit  INTEGER  maximum rows
// returns: exchange STRING, ticker STRING, question STRING, at INTEGER, from FLOAT, to FLOAT
MATCH (n:Move) USING INDEX SEEK n:Move(at)
WHERE n.at >= $since AND n.at <= $now
WITH n ORDER BY abs(n.to - n.from) DESC, n.at DESC LIMIT $limit
MATCH (m:Market {exchange: n.exchange, ticker: n.ticker})
RETURN m.exchange AS exchange, m.ticker AS ticker, m.question AS question, n.at AS at, n.from AS from, n.to AS to;
