// One lease with its holder and the last tick's report.
// mode:    read
// param:   $id  STRING
// returns: holder STRING?, token INTEGER, left_ms INTEGER, report STRING?
MATCH (l:Lease {id: $id})
RETURN l.holder AS holder, l.token AS token, l.expires_at - timestamp() AS left_ms, l.report AS report;
