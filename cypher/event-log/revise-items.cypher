// Keeps the edits of stored items: the item takes the new words, and a Revision keeps it as it stood until then.
// An item whose source rewrites it without end stops changing at the limit. Only the source that brought an item
// edits it: a sister feed that words the same article otherwise would change it back and forth for ever. What was
// withdrawn stays without words, also while its source still offers them.
// mode:    write
// param:   $rows   LIST<MAP>  {id, source, seen_at, content_hash, properties}
// param:   $limit  INTEGER    most revisions of one item
// returns: id
UNWIND $rows AS r
MATCH (i:Item {id: r.id})
WHERE i.content_hash <> r.content_hash AND i.source = r.source AND coalesce(i.revised_at, i.first_seen_at) <= r.seen_at
  AND coalesce(i.revisions, 0) < $limit AND i.withdrawn_at IS NULL
CREATE (i)-[:WAS]->(v:Revision)
SET v = properties(i), v.search = null, v.until = r.seen_at
SET i += r.properties, i.revised_at = r.seen_at, i.revisions = coalesce(i.revisions, 0) + 1
RETURN r.id AS id;
