// What the window holds as evidence for one market, per source type: how much, how new, and who stands behind it.
// mode:    read
// param:   $types   LIST<STRING>  source types
// param:   $market  STRING        <exchange>/<ticker>
// param:   $since   INTEGER       start of the window, UTC ms, inclusive
// param:   $now     INTEGER       end of the window, UTC ms, inclusive
// returns: type, items, judged INTEGER (of them by a judge), circular, newest, newest_independent INTEGER?, origins LIST<MAP> {family, category, source, lang, origin, items}
UNWIND $types AS type
CALL (type) {
  MATCH (i)-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, source_type, at, item)
  WHERE e.market = $market AND e.source_type = type AND e.at >= $since AND e.at <= $now AND e.item IS NOT NULL
    AND e.seen_at <= $now AND (coalesce(e.judged, 1) > 0 OR e.judged_at > $now)
  RETURN i, coalesce(e.circular, false) AS own, coalesce(e.judged_at <= $now, false) AS judged
}
WITH type, own, i.family AS family, i.category AS category, i.source AS source, i.lang AS lang,
  coalesce(head([(i)-[:REPORTS]->(s:Story) | s.origin_family]), i.family) AS origin,
  count(i) AS n, sum(CASE WHEN judged THEN 1 ELSE 0 END) AS verdicts, max(i.at) AS newest
RETURN type, sum(n) AS items, sum(verdicts) AS judged, sum(CASE WHEN own THEN n ELSE 0 END) AS circular, max(newest) AS newest,
  max(CASE WHEN own THEN null ELSE newest END) AS newest_independent,
  collect(CASE WHEN own THEN null ELSE {family: family, category: category, source: source, lang: lang, origin: origin, items: n} END) AS origins;
