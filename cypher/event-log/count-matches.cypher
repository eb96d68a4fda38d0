// How many items hold given words, up to a limit.
// mode:    read
// param:   $query    STRING   Lucene query over the folded words
// param:   $matches  INTEGER  where to stop counting
// returns: n INTEGER
CALL db.index.fulltext.queryNodes('item_search', $query, {limit: $matches}) YIELD node
RETURN count(node) AS n;
