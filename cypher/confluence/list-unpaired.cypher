// Forecaster questions of the window that were not yet compared with the markets about the same entities.
// mode:    read
// param:   $since  INTEGER  start of the window, UTC ms, inclusive
// param:   $now    INTEGER  end of the window, UTC ms, inclusive
// returns: id, title, markets LIST<MAP>  {exchange, ticker, question}
MATCH (i:Item) USING INDEX SEEK i:Item(source_type, at, id)
WHERE i.source_type = 'forecaster' AND i.at >= $since AND i.at <= $now AND i.id IS NOT NULL AND i.paired IS NULL
RETURN i.id AS id, i.title AS title,
  COLLECT { MATCH (i)-[:TOUCHES]->(:Entity)<-[:ABOUT]-(m:Market) RETURN DISTINCT m {.exchange, .ticker, .question} LIMIT 500 } AS markets
LIMIT 2000;
