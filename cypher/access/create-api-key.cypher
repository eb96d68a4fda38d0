// Stores a new API key: its digest, never the key. Fails when the id is taken.
// mode:    write
// param:   $id          STRING   public part of the key, 8 characters
// param:   $tier        STRING   analyst or partner
// param:   $label       STRING   owner
// param:   $sha256      STRING   digest of the whole key, 64 hex digits
// param:   $created_at  INTEGER  UTC milliseconds
// returns: id           STRING
CREATE (k:ApiKey {
  id: $id, tier: $tier, label: $label, sha256: $sha256, created_at: $created_at
})
RETURN k.id AS id;
