// All current relationships of the ontology, including edits; none without a loaded seed.
// mode:    read
// scans:   Entity
// returns: relationship MAP  {type, from, to, since, until}
MATCH (:SeedLock {id: 'ontology'})
MATCH (a:Entity)-[r:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]->(b:Entity)
RETURN {type: toLower(type(r)), from: a.id, to: b.id, since: r.since, until: r.until} AS relationship
ORDER BY a.id, type(r), b.id;
