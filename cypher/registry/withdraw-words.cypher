// Takes the words of one item out of bundles, or from beside them; their records keep the hashes that the bundles had.
// mode:    write
// param:   $rows   LIST<MAP>  {id, text, words, withdrawn}: the bundle without the words, the items that lack theirs
// param:   $item   STRING     the item
// param:   $at     INTEGER    UTC ms
// param:   $record STRING?    id of the record that says so, or null where the log took none
// returns: bundles INTEGER    how many
MATCH (h:LogHead {id: 'log'})
UNWIND $rows AS r
MATCH (d:LoggedDocument {id: r.id})
SET d.text = r.text, d.words = r.words, d.withdrawn = r.withdrawn
MERGE (h)-[w:WITHDREW {item: $item}]->(d)
  ON CREATE SET w.at = $at
SET w.record = $record
RETURN count(d) AS bundles;
