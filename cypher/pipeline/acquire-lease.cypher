// Takes a lease when it is free: never held, expired by the database's clock, or held by a dead holder. The first SET
// takes the write lock, so that later reads are isolated from other transactions.
// mode:    write
// param:   $id      STRING        name of the lease
// param:   $holder  STRING        the requesting process
// param:   $dead    LIST<STRING>  holders known to have died
// param:   $ttl     INTEGER       milliseconds until it expires unless renewed
// returns: acquired BOOLEAN, token INTEGER (grows with each holder), holder STRING, left_ms INTEGER
MERGE (l:Lease {id: $id})
  ON CREATE SET l.token = 0, l.expires_at = 0
SET l.asked_at = timestamp()
WITH l, l.expires_at <= timestamp() OR l.holder IS NULL OR l.holder IN $dead AS free
SET l.token = CASE WHEN free THEN l.token + 1 ELSE l.token END,
    l.holder = CASE WHEN free THEN $holder ELSE l.holder END,
    l.expires_at = CASE WHEN free THEN timestamp() + $ttl ELSE l.expires_at END
RETURN free AS acquired, l.token AS token, l.holder AS holder, l.expires_at - timestamp() AS left_ms;
