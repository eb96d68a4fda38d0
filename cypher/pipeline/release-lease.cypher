// Releases a lease and stores the tick's report; does nothing when another holder has it.
// mode:    write
// param:   $id      STRING
// param:   $token   INTEGER  from its acquisition
// param:   $report  STRING?  JSON of the last tick, or null to keep the previous one
MATCH (l:Lease {id: $id})
SET l.asked_at = timestamp()
WITH l WHERE l.token = $token
SET l.holder = null, l.expires_at = 0, l.report = coalesce($report, l.report);
