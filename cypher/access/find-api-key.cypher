// One API key by its public part, revoked ones included.
// mode:    read
// param:   $id  STRING  public part of the key, 8 characters
// returns: key  MAP     {id, tier, label, sha256, created_at, revoked_at, last_used_at}
// try:     :param id => 'abcdefgh'
MATCH (k:ApiKey {id: $id})
RETURN k {.id, .tier, .label, .sha256, .created_at, .revoked_at, .last_used_at} AS key;
