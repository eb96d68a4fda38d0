// The questions of some markets.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker}
// returns: exchange STRING, ticker STRING, question STRING
// try:     :param markets => [{exchange: 'kalshi', ticker: 'KXDEMO20-26-HOR'}]
UNWIND $markets AS one
MATCH (m:Market {exchange: one.exchange, ticker: one.ticker})
WHERE m.question IS NOT NULL
RETURN m.exchange AS exchange, m.ticker AS ticker, m.question AS question;
