// Gives a lease back and keeps what the tick came to; nothing happens when another holder has it.
// mode:    write
// param:   $id      STRING
// param:   $token   INTEGER  as given when it was acquired
// param:   $report  STRING?  JSON of the last tick, or null to keep the one before
MATCH (l:Lease {id: $id})
SET l.asked_at = timestamp()
WITH l WHERE l.token = $token
SET l.holder = null, l.expires_at = 0, l.report = coalesce($report, l.report);
