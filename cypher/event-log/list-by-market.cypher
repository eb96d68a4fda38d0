// Items that are evidence for one market, newest first: walks one index up to a full page or the scan limit.
// mode:    read
// param:   $market       STRING        <exchange>/<ticker>
// param:   $at           INTEGER       where the page starts: items before (at, item) in the order; UTC ms
// param:   $item         STRING        see $at
// param:   $since        INTEGER       earliest event time, UTC ms, inclusive
// param:   $source_type  STRING?       only items of this source type
// param:   $theater      STRING?       only items of this theater
// param:   $category     STRING?       only items of this category
// param:   $lang         STRING?       only items in this language
// param:   $words        LIST<STRING>  phrases of folded words that an item must contain, with a blank at each end
// param:   $entities     LIST<STRING>  entities that an item must touch
// param:   $as_of        INTEGER       view of the log at this instant, UTC ms
// param:   $scan         INTEGER       maximum index entries to read
// param:   $limit        INTEGER       maximum rows
// returns: item MAP, entities LIST<STRING>, revisions LIST<MAP>  texts replaced later, each with its until
MATCH (i)-[t:EVIDENCE]->() USING INDEX SEEK t:EVIDENCE(market, at, item)
WHERE t.market = $market AND t.at <= $at AND t.at >= $since AND t.item IS NOT NULL
  AND CASE WHEN t.at = $at THEN t.item < $item ELSE true END
WITH i, t ORDER BY t.market DESC, t.at DESC, t.item DESC LIMIT $scan
WHERE t.seen_at <= $as_of AND (coalesce(t.judged, 1) > 0 OR t.judged_at > $as_of)
  AND ($source_type IS NULL OR i.source_type = $source_type)
  AND ($theater IS NULL OR i.theater = $theater)
  AND ($category IS NULL OR i.category = $category)
  AND ($lang IS NULL OR i.lang = $lang)
  AND all(run IN $words WHERE i.search CONTAINS run)
  AND all(other IN $entities WHERE EXISTS { (i)-[x:TOUCHES]->() WHERE x.entity = other AND x.seen_at <= $as_of })
WITH i LIMIT $limit
RETURN i {.*, search: null, time: null, batch: null} AS item,
  [(i)-[x:TOUCHES]->() WHERE x.seen_at <= $as_of | x.entity] AS entities,
  [(i)-[:WAS]->(v:Revision) WHERE v.until > $as_of | v] AS revisions;
