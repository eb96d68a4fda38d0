// All stored relationships, for comparison with the next seed.
// mode:    read
// scans:   Entity
// returns: seeded STRING?    digest of the seed's relationship; null if added in the graph
// returns: relationship MAP  {type, from, to, basis, since, until, denied, source, checked_at}
MATCH (a:Entity)-[r:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]->(b:Entity)
RETURN r {type: toLower(type(r)), from: a.id, to: b.id, .basis, .since, .until, .denied, .source, .checked_at} AS relationship, r.seeded AS seeded
ORDER BY a.id, type(r), b.id;
