// Stores edits of items: the item gets the new texts and attributes, without those that the edit lacks, and a Revision
// keeps the old ones. An item that its source edits endlessly stops changing at the limit. Only the source that delivered
// an item edits it: a sister feed with another text would change it back and forth. Withdrawn texts stay removed, even if
// the source still sends them.
// mode:    write
// param:   $rows   LIST<MAP>  {id, source, seen_at, content_hash, properties}
// param:   $limit  INTEGER    maximum revisions per item
// returns: id
UNWIND $rows AS r
MATCH (i:Item {id: r.id})
WHERE i.content_hash <> r.content_hash AND i.source = r.source AND coalesce(i.revised_at, i.first_seen_at) <= r.seen_at
  AND coalesce(i.revisions, 0) < $limit AND i.withdrawn_at IS NULL
CREATE (i)-[:WAS]->(v:Revision)
SET v = properties(i), v.search = null, v.until = r.seen_at
FOREACH (name IN [k IN keys(i) WHERE k STARTS WITH 'attr_' AND r.properties[k] IS NULL] | SET i[name] = null)
SET i += r.properties, i.revised_at = r.seen_at, i.revisions = coalesce(i.revisions, 0) + 1
RETURN r.id AS id;
