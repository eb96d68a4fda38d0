// Takes the words of an item out of the log, its earlier wordings too; who said it, when and what it touches stay.
// mode:    write
// param:   $item    STRING
// param:   $title   STRING   what stands in place of its title
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
