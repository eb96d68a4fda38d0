// Whether the graph can be read, which touches the store and not only the connection, and what the last tick came to.
// mode:    read
// scans:   Entity
// returns: found   BOOLEAN  whether any entity is there
// returns: report  STRING?  JSON of the last tick of any process, null before the first
OPTIONAL MATCH (e:Entity)
WITH e LIMIT 1
OPTIONAL MATCH (l:Lease {id: 'tick'})
RETURN e IS NOT NULL AS found, l.report AS report;
