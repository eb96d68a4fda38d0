// One complete alert: items in order, markets with the price before and after, and triggered forecasts.
// mode:    read
// param:   $id  STRING
// returns: alert MAP, items LIST<MAP> {id, title, source, source_type, url, at, first_seen_at, lang, family, story}, oldest first
// returns: markets LIST<MAP> {exchange, ticker, question, items, relevance, before FLOAT?, after FLOAT?}, most relevant first
// returns: forecasts LIST<MAP> {id, exchange, ticker, made_at, probability_yes, market_yes_price}, in the order in which they were made; no row for an unknown alert
MATCH (a:Alert {id: $id})
RETURN a AS alert,
  COLLECT { MATCH (a)-[:RAISED_BY]->(i:Item) RETURN i {.id, .title, .source, .source_type, .url, .at, .first_seen_at, .lang, .family, .story} ORDER BY i.at, i.id } AS items,
  COLLECT {
    MATCH (a)-[c:CONCERNS]->(m:Market)
    CALL (a, m) {
      OPTIONAL MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
      WHERE q.exchange = m.exchange AND q.ticker = m.ticker AND q.at <= a.window_start
      WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT 1
      RETURN q.yes_price AS before
    }
    CALL (a, m) {
      OPTIONAL MATCH (q:Quote) USING INDEX SEEK q:Quote(exchange, ticker, at)
      WHERE q.exchange = m.exchange AND q.ticker = m.ticker AND q.at <= coalesce(a.closed_at, a.updated_at) AND q.at > a.window_start
      WITH q ORDER BY q.exchange DESC, q.ticker DESC, q.at DESC LIMIT 1
      RETURN q.yes_price AS after
    }
    RETURN m {.exchange, .ticker, .question, items: c.items, relevance: c.relevance, before: before, after: after}
    ORDER BY c.relevance DESC, m.exchange, m.ticker
  } AS markets,
  COLLECT {
    MATCH (a)-[:CONCERNS]->(m:Market)
    MATCH (p:Prediction) USING INDEX SEEK p:Prediction(exchange, ticker, made_at)
    WHERE p.exchange = m.exchange AND p.ticker = m.ticker AND p.made_at IS NOT NULL AND p.alert_id = a.id
    RETURN p {.id, .exchange, .ticker, .made_at, .probability_yes, .market_yes_price} ORDER BY p.made_at, p.id
  } AS forecasts;
