// The confluence of every open market: distinct source types of the window's evidence, divided by five and capped at
// one. For each market and source type the newest item is read, and if it may be caused by the market itself, also the
// newest independent one.
// mode:    read
// scans:   Market
// param:   $types     LIST<STRING>  the source types to count
// param:   $circular  LIST<STRING>  those that a market itself may cause
// param:   $since     INTEGER       start of the window, UTC ms, inclusive
// param:   $now       INTEGER       end of the window, UTC ms, inclusive
// returns: exchange, ticker, score FLOAT, newest LIST<INTEGER>, independent LIST<INTEGER>  one instant for each of $types, 0 for none
MATCH (m:Market)
WHERE NOT coalesce(m.status, 'open') IN ['settled', 'void']
WITH m, m.exchange + '/' + m.ticker AS id
UNWIND range(0, size($types) - 1) AS k
WITH m, id, k, $types[k] AS type
CALL (id, type) {
  MATCH ()-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, source_type, at, item)
  WHERE e.market = id AND e.source_type = type AND e.at >= $since AND e.at <= $now AND e.item IS NOT NULL
  WITH e ORDER BY e.market DESC, e.source_type DESC, e.at DESC, e.item DESC
  WHERE e.seen_at <= $now AND (coalesce(e.judged, 1) > 0 OR e.judged_at > $now)
  WITH e.at AS at, coalesce(e.circular, false) AS circular LIMIT 1
  RETURN coalesce(max(at), 0) AS newest, coalesce(max(CASE WHEN circular THEN 0 ELSE at END), 0) AS own_free
}
CALL (id, type, newest, own_free) {
  WITH id, type, newest, own_free WHERE newest > 0 AND own_free = 0 AND type IN $circular
  MATCH ()-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, source_type, at, item)
  WHERE e.market = id AND e.source_type = type AND e.at >= $since AND e.at <= $now AND e.item IS NOT NULL
    AND e.seen_at <= $now AND (coalesce(e.judged, 1) > 0 OR e.judged_at > $now) AND NOT coalesce(e.circular, false)
  RETURN coalesce(max(e.at), 0) AS later
}
WITH m, k, newest, CASE WHEN own_free > later THEN own_free ELSE later END AS independent ORDER BY k
WITH m, collect(newest) AS newest, collect(independent) AS independent
WITH m, newest, independent, size([at IN newest WHERE at > 0]) AS types
RETURN m.exchange AS exchange, m.ticker AS ticker,
  CASE WHEN types >= 5 THEN 1.0 ELSE types / 5.0 END AS score, newest, independent;
