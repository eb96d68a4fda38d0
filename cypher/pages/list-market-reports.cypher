// Times of reports on a market by source type, the newest of each type, for charts.
// mode:    read
// param:   $market  STRING        <exchange>/<ticker>
// param:   $types   LIST<STRING>  source types
// param:   $since   INTEGER       UTC ms
// param:   $now     INTEGER       UTC ms
// param:   $limit   INTEGER       maximum reports per type
// returns: source_type STRING, reports LIST<MAP> {at, about}
UNWIND $types AS type
CALL (type) {
  MATCH ()-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, source_type, at, item)
  WHERE e.market = $market AND e.source_type = type AND e.at >= $since AND e.at <= $now AND e.item IS NOT NULL
  WITH e ORDER BY e.market DESC, e.source_type DESC, e.at DESC, e.item DESC LIMIT $limit
  WHERE (coalesce(e.judged, 1) > 0 OR e.judged_at > $now)
  RETURN collect({at: e.at, about: CASE WHEN e.judged_at <= $now THEN e.judged = 2 ELSE coalesce(e.about, false) END}) AS reports
}
RETURN type AS source_type, reports;
