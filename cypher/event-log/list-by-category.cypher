// Items of one category, newest first: walks one index until the page is full or the scan limit is reached.
// mode:    read
// param:   $category     STRING        the category
// param:   $at           INTEGER       where the page starts: items before (at, item) in the order; UTC ms
// param:   $item         STRING        see $at
// param:   $since        INTEGER       earliest event time, UTC ms, inclusive
// param:   $source_type  STRING?       only items of this source type
// param:   $theater      STRING?       only items of this theater
// param:   $lang         STRING?       only items in this language
// param:   $words        LIST<STRING>  phrases of folded words that an item must contain, with a blank at each end
// param:   $entities     LIST<STRING>  further entities that an item must touch
// param:   $as_of        INTEGER       view of the log at this instant, UTC ms
// param:   $scan         INTEGER       maximum index entries to read
// param:   $limit        INTEGER       maximum rows
// returns: item MAP, entities LIST<STRING>, revisions LIST<MAP>  texts replaced later, each with its until
MATCH (i:Item) USING INDEX SEEK i:Item(category, at, id)
WHERE i.category = $category AND i.at <= $at AND i.at >= $since AND i.id IS NOT NULL
  AND CASE WHEN i.at = $at THEN i.id < $item ELSE true END
WITH i ORDER BY i.category DESC, i.at DESC, i.id DESC LIMIT $scan
WHERE i.first_seen_at <= $as_of
  AND ($source_type IS NULL OR i.source_type = $source_type)
  AND ($theater IS NULL OR i.theater = $theater)
  AND ($lang IS NULL OR i.lang = $lang)
  AND all(run IN $words WHERE i.search CONTAINS run)
  AND all(other IN $entities WHERE EXISTS { (i)-[x:TOUCHES]->() WHERE x.entity = other AND x.seen_at <= $as_of })
WITH i LIMIT $limit
RETURN i {.*, search: null, time: null, batch: null} AS item,
  [(i)-[x:TOUCHES]->() WHERE x.seen_at <= $as_of | x.entity] AS entities,
  [(i)-[:WAS]->(v:Revision) WHERE v.until > $as_of | v] AS revisions;
