// Summary of the evidence for markets in their windows by source type: counts, age and publishers.
// mode:    read
// param:   $types   LIST<STRING>  source types
// param:   $asked   LIST<MAP>     {market STRING <exchange>/<ticker>, since, now INTEGER ends of its window, UTC ms, inclusive}
// returns: summary LIST<MAP> {type, items, judged INTEGER (of them by a judge), circular, newest, newest_independent INTEGER?,
//          origins LIST<MAP> {family, category, source, lang, origin, items}}; a row for each of $asked, in their order
UNWIND range(0, size($asked) - 1) AS nth
WITH nth, $asked[nth] AS one
CALL (one) {
  UNWIND $types AS type
  CALL (one, type) {
    MATCH (i)-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, source_type, at, item)
    WHERE e.market = one.market AND e.source_type = type AND e.at >= one.since AND e.at <= one.now AND e.item IS NOT NULL
      AND e.seen_at <= one.now AND (coalesce(e.judged, 1) > 0 OR e.judged_at > one.now)
    RETURN i, coalesce(e.circular, false) AS own, coalesce(e.judged_at <= one.now, false) AS judged
  }
  WITH type, own, i.family AS family, i.category AS category, i.source AS source, i.lang AS lang,
    coalesce(head([(i)-[:REPORTS]->(s:Story) | s.origin_family]), i.family) AS origin,
    count(i) AS n, sum(CASE WHEN judged THEN 1 ELSE 0 END) AS verdicts, max(i.at) AS newest
  WITH type, sum(n) AS items, sum(verdicts) AS judged, sum(CASE WHEN own THEN n ELSE 0 END) AS circular, max(newest) AS newest,
    max(CASE WHEN own THEN null ELSE newest END) AS newest_independent,
    collect(CASE WHEN own THEN null ELSE {family: family, category: category, source: source, lang: lang, origin: origin, items: n} END) AS origins
  RETURN collect({type: type, items: items, judged: judged, circular: circular, newest: newest,
    newest_independent: newest_independent, origins: origins}) AS summary
}
RETURN summary ORDER BY nth;
