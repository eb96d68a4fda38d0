// Items of the last minutes of event time known so far, with the entities they touch, in order.
// mode:    read
// param:   $since  INTEGER  UTC ms, exclusive
// param:   $now    INTEGER  UTC ms, inclusive
// param:   $limit  INTEGER  maximum items
// returns: id, at, firstSeenAt, publishedAt INTEGER?, family, entities LIST<STRING>
MATCH (i:Item) USING INDEX SEEK i:Item(at, id)
WHERE i.at > $since AND i.at <= $now AND i.id IS NOT NULL
WITH i ORDER BY i.at DESC, i.id DESC LIMIT $limit
WHERE i.first_seen_at <= $now
RETURN i.id AS id, i.at AS at, i.first_seen_at AS firstSeenAt, i.published_at AS publishedAt, i.family AS family,
  [(i)-[t:TOUCHES]->() WHERE t.seen_at <= $now AND t.by IS NULL | t.entity] AS entities;
