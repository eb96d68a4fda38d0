// What the last tick came to, as its lease keeps it.
// mode:    read
// returns: report  STRING?  JSON of the last tick
MATCH (l:Lease {id: 'tick'})
RETURN l.report AS report;
