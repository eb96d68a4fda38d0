// The newest items that touch one entity, as of an instant.
// mode:    read
// param:   $id      STRING
// param:   $as_of   INTEGER  UTC ms
// param:   $limit   INTEGER  maximum rows
// returns: item MAP  {id, source_type, source, lang, title, url, at, story}
// try:     :param {id: 'iran', as_of: timestamp(), limit: 20}
MATCH (i)-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, at, item)
WHERE t.entity = $id AND t.at <= $as_of AND t.item IS NOT NULL
WITH i, t ORDER BY t.entity DESC, t.at DESC, t.item DESC
WHERE t.seen_at <= $as_of
WITH i, t LIMIT $limit
// Texts replaced since then are in the earliest later revision.
WITH i, t, head(COLLECT { MATCH (i)-[:WAS]->(v:Revision) WHERE v.until > $as_of RETURN v ORDER BY v.until LIMIT 1 }) AS then
RETURN {id: i.id, source_type: i.source_type, source: i.source, lang: i.lang, title: coalesce(then.title, i.title),
        url: coalesce(then.url, i.url), at: i.at, story: i.story} AS item
ORDER BY i.at DESC, i.id DESC;
