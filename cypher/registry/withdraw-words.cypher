// Removes the texts of one item from bundles, or from their separate texts; the records keep the original hashes.
// mode:    write
// param:   $rows   LIST<MAP>  {id, text, words, withdrawn}: the bundle without the item's texts, and its items without texts
// param:   $item   STRING     the item
// param:   $at     INTEGER    UTC ms
// param:   $record STRING?    id of the withdrawal's record, or null without one
// returns: bundles INTEGER    how many
MATCH (h:LogHead {id: 'log'})
UNWIND $rows AS r
MATCH (d:LoggedDocument {id: r.id})
SET d.text = r.text, d.words = r.words, d.withdrawn = r.withdrawn
MERGE (h)-[w:WITHDREW {item: $item}]->(d)
  ON CREATE SET w.at = $at
SET w.record = $record
RETURN count(d) AS bundles;
