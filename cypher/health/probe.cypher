// Whether the graph can be read, including the store, and the last tick's report.
// mode:    read
// scans:   Entity
// returns: found   BOOLEAN  whether any entity is there
// returns: report  STRING?  JSON of the last tick of any process, null before the first
OPTIONAL MATCH (e:Entity)
WITH e LIMIT 1
OPTIONAL MATCH (l:Lease {id: 'tick'})
RETURN e IS NOT NULL AS found, l.report AS report;
