// Stores when keys were last used; a later instant of another instance is kept.
// mode:    write
// param:   $uses    LIST<MAP>  {id, at: UTC milliseconds}
// returns: touched  INTEGER    keys found
UNWIND $uses AS use
MATCH (k:ApiKey {id: use.id})
SET k.last_used_at = CASE WHEN coalesce(k.last_used_at, 0) < use.at THEN use.at ELSE k.last_used_at END
RETURN count(k) AS touched;
