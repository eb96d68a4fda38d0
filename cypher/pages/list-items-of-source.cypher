// The newest items of one source in a span, of any kind.
// mode:    read
// param:   $source  STRING
// param:   $since   INTEGER  UTC ms
// param:   $now     INTEGER  UTC ms
// param:   $limit   INTEGER  maximum rows
// returns: item MAP  {id, source_type, source, lang, title, url, at, story}
// try:     :param {source: 'bbc-world', since: timestamp() - 86400000, now: timestamp(), limit: 10}
MATCH (i:Item) USING INDEX SEEK i:Item(at, id)
WHERE i.at >= $since AND i.at <= $now AND i.id IS NOT NULL
WITH i ORDER BY i.at DESC, i.id DESC
WHERE i.source = $source
RETURN i {.id, .source_type, .source, .lang, .title, .url, .at, .story} AS item
LIMIT $limit;
