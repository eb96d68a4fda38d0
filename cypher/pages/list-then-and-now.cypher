// Markets with price and forecast at an instant of each, and at one of all, to show a story's effect.
// mode:    read
// param:   $markets   LIST<MAP>  {exchange, ticker, then INTEGER UTC ms, then_text STRING the same in RFC 3339}
// param:   $now       INTEGER    UTC ms
// param:   $now_text  STRING     the same in RFC 3339
// returns: exchange STRING, ticker STRING, question STRING, theater STRING?, closes STRING?, outcome STRING? once it is decided
// returns: price_then FLOAT?, price_now FLOAT?, said_then MAP? {probability_yes, made_at}, said_now MAP?
UNWIND $markets AS wanted
MATCH (m:Market {exchange: wanted.exchange, ticker: wanted.ticker})
CALL (wanted) {
  UNWIND [wanted.then, $now] AS at
  CALL (wanted, at) {
    OPTIONAL MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
    WHERE q.exchange = wanted.exchange AND q.ticker = wanted.ticker AND q.at <= at
    WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT 1
    RETURN q.yes_price AS price
  }
  RETURN collect({price: price}) AS prices
}
CALL (wanted) {
  UNWIND [wanted.then_text, $now_text] AS at
  CALL (wanted, at) {
    OPTIONAL MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
    WHERE p.exchange = wanted.exchange AND p.ticker = wanted.ticker AND p.made_at <= at
    WITH p ORDER BY p.exchange DESC, p.ticker DESC, p.made_at DESC LIMIT 1
    RETURN p {.probability_yes, .made_at} AS said
  }
  RETURN collect({said: said}) AS said
}
RETURN m.exchange AS exchange, m.ticker AS ticker, m.question AS question, m.theater AS theater,
  coalesce(m.deadline, m.resolves_at) AS closes,
  CASE WHEN m.resolved_at <= $now_text THEN coalesce(m.outcome, m.status) END AS outcome,
  prices[0].price AS price_then, prices[1].price AS price_now, said[0].said AS said_then, said[1].said AS said_now;
