// Languages of the newest items that touch one entity, most frequent first, among at most $limit items.
// mode:    read
// param:   $id     STRING
// param:   $now    INTEGER  UTC ms
// param:   $limit  INTEGER  maximum items to read
// returns: lang STRING?, n INTEGER, since INTEGER  event time of the earliest item looked at, UTC ms
// try:     :param {id: 'iran', now: timestamp(), limit: 500}
MATCH (i)-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, at, item)
WHERE t.entity = $id AND t.at <= $now AND t.item IS NOT NULL
WITH i, t ORDER BY t.entity DESC, t.at DESC, t.item DESC LIMIT $limit
WITH i.lang AS lang, t.at AS at
WITH collect({lang: lang, at: at}) AS items, min(at) AS since
UNWIND items AS one
RETURN one.lang AS lang, count(*) AS n, since
ORDER BY n DESC, lang;
