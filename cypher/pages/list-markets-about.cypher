// Tracked markets about an entity, those that are open first, then by confluence.
// mode:    read
// param:   $entity    STRING   id of the entity
// param:   $limit     INTEGER  most rows
// returns: exchange   STRING, ticker STRING, question STRING, status STRING
// returns: yes_price  FLOAT?   price of YES
// returns: score      FLOAT?   confluence of the last tick
// try:     :param entity => 'iran'
// try:     :param limit => 25
MATCH (:Entity {id: $entity})<-[:ABOUT]-(m:Market)
WHERE m.question IS NOT NULL
RETURN m.exchange AS exchange, m.ticker AS ticker, m.question AS question, m.status AS status,
  m.yes_price AS yes_price, m.confluence_score AS score
ORDER BY m.status <> 'open', coalesce(m.confluence_score, 0.0) DESC, exchange, ticker
LIMIT $limit;
