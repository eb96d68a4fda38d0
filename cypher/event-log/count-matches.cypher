// Number of items that contain the words, up to a limit.
// mode:    read
// param:   $query    STRING   Lucene query over the folded words
// param:   $matches  INTEGER  maximum count
// returns: n INTEGER
CALL db.index.fulltext.queryNodes('item_search', $query, {limit: $matches}) YIELD node
RETURN count(node) AS n;
