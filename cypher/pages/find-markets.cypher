// Tracked markets whose question contains all words, open ones first. Reads every market: hundreds, not the log.
// mode:    read
// param:   $statuses  LIST<STRING>  statuses to look through
// param:   $words     LIST<STRING>  in lower case, at least one
// param:   $limit     INTEGER       maximum rows
// returns: exchange   STRING, ticker STRING, question STRING, status STRING
// returns: yes_price  FLOAT?        price of YES
// returns: outcome    STRING?       YES or NO, of a settled one
// try:     :param statuses => ['open', 'settled']
// try:     :param words => ['iran']
// try:     :param limit => 20
UNWIND $statuses AS wanted
MATCH (m:Market) USING INDEX SEEK m:Market(status)
WHERE m.status = wanted AND m.question IS NOT NULL
  AND all(word IN $words WHERE toLower(m.question) CONTAINS word)
RETURN m.exchange AS exchange, m.ticker AS ticker, m.question AS question, m.status AS status, m.yes_price AS yes_price, m.outcome AS outcome
ORDER BY m.status <> 'open', exchange, ticker
LIMIT $limit;
