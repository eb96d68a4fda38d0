// Prices of some markets a day ago and at further instants; one index seek per instant.
// mode:    read
// param:   $markets   LIST<MAP>      {exchange, ticker}
// param:   $instants  LIST<INTEGER>  UTC ms, oldest first
// param:   $day_ago   INTEGER        UTC ms
// returns: exchange STRING, ticker STRING, day_ago FLOAT?, path LIST<FLOAT?>  one price an instant, null before the first quote
UNWIND $markets AS m
CALL (m) {
  UNWIND range(0, size($instants)) AS place
  WITH place, CASE WHEN place = size($instants) THEN $day_ago ELSE $instants[place] END AS instant
  CALL (m, instant) {
    OPTIONAL MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
    WHERE q.exchange = m.exchange AND q.ticker = m.ticker AND q.at <= instant
    WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT 1
    RETURN {price: q.yes_price} AS held
  }
  WITH place, held ORDER BY place
  RETURN collect(held) AS prices
}
RETURN m.exchange AS exchange, m.ticker AS ticker, prices[size($instants)].price AS day_ago,
  [held IN prices[..size($instants)] | held.price] AS path;
