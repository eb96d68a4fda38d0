// The entities of some markets, the instruments that lead one of them, and the relationships in force among them.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker}
// param:   $day      STRING     UTC day on which a relationship must hold
// returns: entities  LIST<STRING>  ids of all, sorted
// returns: direct    LIST<STRING>  ids of those of the market itself
// returns: relationships LIST<MAP>  {type, from, from_name, to, to_name, basis, since}; a row for each market, in their order
UNWIND range(0, size($markets) - 1) AS nth
WITH nth, $markets[nth] AS market
CALL (market) {
  MATCH (:Market {exchange: market.exchange, ticker: market.ticker})-[:ABOUT]->(e:Entity)
  RETURN collect(DISTINCT e) AS direct
}
CALL (direct) {
  UNWIND direct AS e
  OPTIONAL MATCH (i:Entity)-[l:LEADING_INDICATOR_FOR]->(e)
  WHERE l.until IS NULL
  RETURN collect(DISTINCT i) AS leading
}
WITH nth, direct, direct + [i IN leading WHERE NOT i IN direct] AS scope
CALL (scope) {
  UNWIND scope AS a
  MATCH (a)-[r]->(b:Entity)
  WHERE b IN scope AND coalesce(r.since <= $day AND r.since <> left($day, 4), true) AND coalesce(r.until >= left($day, size(r.until)) AND r.until <> left($day, 4), true)
  WITH DISTINCT type(r) AS type, a, b, coalesce(r.basis, '') AS basis, r.since AS since
  ORDER BY a.id, b.id, type LIMIT 60
  RETURN collect({type: toLower(type), from: a.id, from_name: a.name, to: b.id, to_name: b.name, basis: basis, since: since}) AS relationships
}
CALL (scope) {
  UNWIND scope AS s
  WITH s.id AS id ORDER BY id
  RETURN collect(id) AS entities
}
RETURN entities, [d IN direct | d.id] AS direct, relationships
ORDER BY nth;
