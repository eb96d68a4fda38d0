// All API keys, oldest first, including revoked ones.
// mode:    read
// scans:   ApiKey
// returns: key  MAP  {id, tier, label, sha256, created_at, revoked_at, last_used_at}
MATCH (k:ApiKey)
RETURN k {.id, .tier, .label, .sha256, .created_at, .revoked_at, .last_used_at} AS key
ORDER BY k.created_at, k.id;
