// Revokes one API key; the instant of an earlier revocation is kept.
// mode:    write
// param:   $id          STRING   public part of the key, 8 characters
// param:   $revoked_at  INTEGER  UTC milliseconds
// returns: key          MAP      {id, tier, label, sha256, created_at, revoked_at, last_used_at}
MATCH (k:ApiKey {id: $id})
SET k.revoked_at = coalesce(k.revoked_at, $revoked_at)
RETURN k {.id, .tier, .label, .sha256, .created_at, .revoked_at, .last_used_at} AS key;
