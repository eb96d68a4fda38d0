// Shortest paths between two entities along relationships in either direction, at most six long.
// mode:    read
// param:   $from    STRING
// param:   $to      STRING
// param:   $day     STRING?   only relationships that hold on this UTC day; all when null
// param:   $limit   INTEGER   maximum rows
// returns: nodes LIST<MAP> {id, type, name, theater}, relationships LIST<MAP> {type, from, to, basis, since, until, denied, source, checked_at}
// try:     :param {from: 'iran', to: 'brent', day: null, limit: 10}
MATCH (a:Entity {id: $from})
CALL (a) { MATCH (b:Entity {id: $to}) WHERE b <> a RETURN b }
MATCH path = ALL SHORTEST (a)(()-[r:HOSTILE_TO|ALLIED_WITH|FUNDS|BACKS|LEADS|MEMBER_OF|OPERATES_IN|LOCATED_IN|BORDERS|CLAIMED_BY|LEADING_INDICATOR_FOR]-() WHERE $day IS NULL OR (coalesce(r.since <= $day AND r.since <> left($day, 4), true) AND coalesce(r.until >= left($day, size(r.until)) AND r.until <> left($day, 4), true))){1,6}(b)
WITH [e IN nodes(path) | e {.id, .type, .name, .theater}] AS nodes,
     [e IN nodes(path) | e.id] AS ids,
     [s IN relationships(path) | s {type: toLower(type(s)), from: startNode(s).id, to: endNode(s).id, .basis, .since, .until, .denied, .source, .checked_at}] AS relationships
RETURN nodes, relationships
ORDER BY ids, [s IN relationships | s.type] LIMIT $limit;
