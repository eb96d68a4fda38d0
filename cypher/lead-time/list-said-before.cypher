// Which sources had touched the entities of a market before its price moved: the first and the last time of each.
// The market's own trades are left out: they are the move.
// mode:    read
// param:   $moves  LIST<MAP>  {exchange, ticker, at, since}
// returns: exchange, ticker, at, source, source_type, items INTEGER, first INTEGER, last INTEGER (UTC ms)
UNWIND $moves AS v
MATCH (m:Market {exchange: v.exchange, ticker: v.ticker})
CALL (m) {
  MATCH (m)-[:ABOUT]->(:Entity)<-[leads:LEADING_INDICATOR_FOR*0..1]-(e:Entity) WHERE all(r IN leads WHERE r.until IS NULL)
  RETURN DISTINCT e.id AS entity
}
CALL (v, entity) {
  MATCH (i)-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, at, item)
  WHERE t.entity = entity AND t.at >= v.since AND t.at <= v.at AND t.item IS NOT NULL AND t.seen_at <= v.at
  RETURN i
}
WITH DISTINCT v, i WHERE coalesce(i.market, '') <> v.exchange + '/' + v.ticker
RETURN v.exchange AS exchange, v.ticker AS ticker, v.at AS at, i.source AS source, i.source_type AS source_type,
  count(i) AS items, min(i.at) AS first, max(i.at) AS last
ORDER BY exchange, ticker, at, first, source;
