// Items of each source since an instant, by event time.
// mode:    read
// param:   $since  INTEGER  UTC ms
// param:   $now    INTEGER  UTC ms
// returns: source STRING, n INTEGER
MATCH (i:Item) USING INDEX SEEK i:Item(at, id)
WHERE i.at >= $since AND i.at <= $now AND i.id IS NOT NULL
RETURN i.source AS source, count(*) AS n;
