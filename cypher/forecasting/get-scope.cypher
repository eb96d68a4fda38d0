// What a market is about: its entities, the instruments that lead one of them, and the relationships
// among all of these.
// mode:    read
// param:   $exchange  STRING  exchange
// param:   $ticker    STRING  exchange-side identifier
// returns: entities   LIST<STRING>  ids, sorted
// returns: activations LIST<MAP>    {type, from, to}
MATCH (m:Market {exchange: $exchange, ticker: $ticker})-[:ABOUT]->(e:Entity)
WITH collect(DISTINCT e) AS direct
CALL (direct) {
  UNWIND direct AS e
  OPTIONAL MATCH (i:Entity)-[:LEADING_INDICATOR_FOR]->(e)
  RETURN collect(DISTINCT i) AS leading
}
WITH direct + [i IN leading WHERE NOT i IN direct] AS scope
CALL (scope) {
  UNWIND scope AS a
  MATCH (a)-[r]->(b:Entity)
  WHERE b IN scope
  WITH DISTINCT type(r) AS type, a.id AS from, b.id AS to
  ORDER BY from, to, type LIMIT 60
  RETURN collect({type: toLower(type), from: from, to: to}) AS activations
}
UNWIND scope AS s
WITH s.id AS id, activations ORDER BY id
RETURN collect(id) AS entities, activations;
