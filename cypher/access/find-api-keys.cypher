// API keys by their public parts, including revoked ones; no row for an unknown part.
// mode:    read
// param:   $ids  LIST<STRING>  public parts of keys, 8 characters each, distinct
// returns: key   MAP           {id, tier, label, sha256, created_at, revoked_at, last_used_at}
// try:     :param ids => ['abcdefgh']
UNWIND $ids AS id
MATCH (k:ApiKey {id: id})
RETURN k {.id, .tier, .label, .sha256, .created_at, .revoked_at, .last_used_at} AS key;
