// Open markets of an exchange without price history, most urgent first, except those refused too often.
// mode:    read
// param:   $exchange  STRING   polymarket or kalshi
// param:   $tries     INTEGER  refusals after which a market is left out
// param:   $limit     INTEGER  maximum rows
// returns: exchange STRING, ticker STRING, yes_token STRING?, series STRING?
MATCH (m:Market {status: 'open', exchange: $exchange})
WHERE m.history_at IS NULL AND m.question IS NOT NULL AND coalesce(m.history_tries, 0) < $tries
OPTIONAL MATCH (m)-[:RUNG_OF]->(v:Event)
RETURN m.exchange AS exchange, m.ticker AS ticker, m.yes_token AS yes_token, v.series AS series
ORDER BY coalesce(m.history_tries, 0), coalesce(m.forecast_urgency, m.confluence_score, 0.0) DESC,
         coalesce(m.deadline, m.resolves_at), m.ticker LIMIT $limit;
