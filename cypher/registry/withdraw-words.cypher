// Takes the words of one item out of bundles: out of those that stand beside a bundle, or out of its text where
// it holds them itself. Their records keep the hashes that the bundles had.
// mode:    write
// param:   $rows   LIST<MAP>  {id, text, withdrawn, words}: the bundle without the words, the items that lack theirs, what is left beside it
// param:   $item   STRING     the item
// param:   $at     INTEGER    UTC ms
// returns: bundles INTEGER    how many
MATCH (h:LogHead {id: 'log'})
UNWIND $rows AS r
MATCH (d:LoggedDocument {id: r.id})
SET d.text = r.text, d.withdrawn = r.withdrawn, d.words = r.words
CREATE (h)-[:WITHDREW {item: $item, at: $at}]->(d)
RETURN count(d) AS bundles;
