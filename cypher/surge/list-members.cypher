// The entities of the ontology with their theater and related entities.
// mode:    read
// scans:   Entity
// returns: id, theater STRING?, neighbours LIST<STRING>, parts LIST<STRING>  its parts: leaders, members, forces operating in it, places in it
MATCH (e:Entity)
WHERE e.retired IS NULL OR e.retired = false
RETURN e.id AS id, e.theater AS theater,
  COLLECT {
    MATCH (e)-[:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]-(x:Entity)
    RETURN DISTINCT x.id
  } AS neighbours,
  COLLECT {
    MATCH (e)<-[r:LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN]-(x:Entity) WHERE r.until IS NULL AND x.type <> 'instrument'
    RETURN DISTINCT x.id
  } AS parts
ORDER BY id;
