// The last tick's report, stored with its lease.
// mode:    read
// returns: report  STRING?  JSON of the last tick
MATCH (l:Lease {id: 'tick'})
RETURN l.report AS report;
