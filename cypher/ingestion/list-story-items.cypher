// Items with a story that may still have copies, newest first, to rebuild the story index.
// mode:    read
// param:   $since       INTEGER  earliest event time, UTC ms
// param:   $seen_since  INTEGER  earliest arrival, UTC ms
// param:   $limit       INTEGER  maximum rows
// returns: id STRING, title STRING, summary STRING?, lang STRING?, at INTEGER, story STRING
MATCH (i:Item) USING INDEX SEEK i:Item(at, id)
WHERE i.at >= $since AND i.id IS NOT NULL AND i.story IS NOT NULL AND i.first_seen_at >= $seen_since
WITH i ORDER BY i.at DESC, i.id DESC LIMIT $limit
RETURN i.id AS id, i.title AS title, i.summary AS summary, i.lang AS lang, i.at AS at, i.story AS story;
