// Removes the texts of an item, including earlier revisions; source, time and entities are kept.
// mode:    write
// param:   $item    STRING
// param:   $title   STRING   replacement of its title
// param:   $at      INTEGER  UTC ms
// param:   $reason  STRING   why
// returns: id STRING
MATCH (i:Item {id: $item})
SET i.title = $title, i.summary = null, i.url = null, i.search = null,
  i.withdrawn_at = coalesce(i.withdrawn_at, $at), i.withdrawn_reason = coalesce(i.withdrawn_reason, $reason)
WITH i
CALL (i) {
  MATCH (i)-[:WAS]->(v:Revision)
  DETACH DELETE v
}
SET i.revisions = null, i.revised_at = null
RETURN i.id AS id;
