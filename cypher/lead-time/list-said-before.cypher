// Sources with evidence for a market before its price moved, first and last time; without its own trades.
// mode:    read
// param:   $moves  LIST<MAP>  {exchange, ticker, at, since}
// returns: exchange, ticker, at, source, source_type, items INTEGER, first INTEGER, last INTEGER (UTC ms)
UNWIND $moves AS v
WITH v, v.exchange + '/' + v.ticker AS market
CALL (v, market) {
  MATCH (i)-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, at, item)
  WHERE e.market = market AND e.at >= v.since AND e.at <= v.at AND e.item IS NOT NULL AND e.seen_at <= v.at
    AND (coalesce(e.judged, 1) > 0 OR e.judged_at > v.at)
  RETURN i
}
WITH DISTINCT v, i, market WHERE coalesce(i.market, '') <> market
RETURN v.exchange AS exchange, v.ticker AS ticker, v.at AS at, i.source AS source, i.source_type AS source_type,
  count(i) AS items, min(i.at) AS first, max(i.at) AS last
ORDER BY exchange, ticker, at, first, source;
