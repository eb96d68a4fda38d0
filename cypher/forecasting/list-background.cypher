// Dated relationships of the entities of some markets, those that ended included, as of a day.
// mode:    read
// param:   $markets  LIST<MAP>  {exchange, ticker}
// param:   $day      STRING     UTC day; relationships that began or ended later, or on an unknown day of its year, are left out
// returns: background LIST<MAP> {type, from, from_name, to, to_name, basis STRING, since STRING, until STRING?, source
//          STRING?, checked_at STRING?}, sorted; a row for each market, in their order
UNWIND range(0, size($markets) - 1) AS nth
WITH nth, $markets[nth] AS market
CALL (market) {
  MATCH (:Market {exchange: market.exchange, ticker: market.ticker})-[:ABOUT]->(e:Entity)
  MATCH (e)-[r:HOSTILE_TO|CLAIMED_BY|LEADS|FUNDS|BACKS|ALLIED_WITH]-(:Entity)
  WHERE r.since <= $day AND r.since <> left($day, 4) AND coalesce(r.until <> left($day, 4), true)
  WITH DISTINCT r, startNode(r) AS a, endNode(r) AS b
  ORDER BY a.id, b.id, type(r)
  RETURN collect({
    type: toLower(type(r)), from: a.id, from_name: a.name, to: b.id, to_name: b.name, basis: coalesce(r.basis, ''),
    since: r.since, until: CASE WHEN r.until <= $day THEN r.until END, source: r.source, checked_at: r.checked_at
  }) AS background
}
RETURN background ORDER BY nth;
