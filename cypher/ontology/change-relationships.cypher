// Updates changed relationships. The far end is found by expanding: a plan that seeks both ends is slow.
// mode:    write
// param:   $relationships  LIST<MAP>  {graph_type, from, to, basis, since, until, denied, source, checked_at, seeded}
UNWIND $relationships AS row
MATCH (a:Entity {id: row.from})-[r:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]->(b)
USING INDEX SEEK a:Entity(id)
WHERE b.id = row.to AND type(r) = row.graph_type
SET r.basis = row.basis, r.since = row.since, r.until = row.until,
    r.denied = row.denied, r.source = row.source, r.checked_at = row.checked_at, r.seeded = row.seeded;
