// Files new items under the story that they report. The earliest item of a story is its origin.
// mode:    write
// param:   $rows  LIST<MAP>  {id, story, family, at}, sorted by story, at, id
// returns: id, copy BOOLEAN  whether an earlier report of the story was known
UNWIND $rows AS r
MATCH (i:Item {id: r.id})
MERGE (s:Story {id: r.story})
  ON CREATE SET s.origin_item = r.id, s.origin_family = r.family, s.origin_at = r.at
CREATE (i)-[:REPORTS]->(s)
WITH r, s, r.at < s.origin_at AS earlier
SET s.origin_item = CASE WHEN earlier THEN r.id ELSE s.origin_item END,
    s.origin_family = CASE WHEN earlier THEN r.family ELSE s.origin_family END,
    s.origin_at = CASE WHEN earlier THEN r.at ELSE s.origin_at END
RETURN r.id AS id, s.origin_item <> r.id AS copy;
