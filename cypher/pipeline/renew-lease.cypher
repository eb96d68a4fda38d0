// Extends a lease still held under this token; no row when another holder has it.
// mode:    write
// param:   $id     STRING
// param:   $token  INTEGER  from its acquisition
// param:   $ttl    INTEGER  milliseconds from now
// returns: token INTEGER
MATCH (l:Lease {id: $id})
SET l.asked_at = timestamp()
WITH l WHERE l.token = $token AND l.holder IS NOT NULL
SET l.expires_at = timestamp() + $ttl
RETURN l.token AS token;
