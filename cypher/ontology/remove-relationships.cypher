// Removes relationships no longer in the seed. The far end is found by expanding: seeking both ends is slow.
// mode:    write
// param:   $relationships  LIST<MAP>  {graph_type, from, to}
UNWIND $relationships AS row
MATCH (a:Entity {id: row.from})-[r:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]->(b)
USING INDEX SEEK a:Entity(id)
WHERE b.id = row.to AND type(r) = row.graph_type
DELETE r;
