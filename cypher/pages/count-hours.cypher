// Reports per hour of a span, newest last; empty hours are omitted.
// mode:    read
// param:   $since  INTEGER  UTC ms, exclusive
// param:   $now    INTEGER  UTC ms, inclusive
// returns: hours_ago INTEGER  0 for the last hour
// returns: n         INTEGER
MATCH (i:Item) USING INDEX SEEK i:Item(at, id)
WHERE i.at > $since AND i.at <= $now AND i.id IS NOT NULL
RETURN toInteger(($now - i.at) / 3600000) AS hours_ago, count(*) AS n
ORDER BY hours_ago DESC;
