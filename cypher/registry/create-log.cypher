// Creates the log, once: the head of an empty tree and an empty chain.
// mode:    write
// param:   $origin       STRING  name of the log in its checkpoints
// param:   $vkey         STRING  public key that signs them
// param:   $genesis_date STRING  first UTC day that is sealed
// param:   $genesis_hash STRING  prev_hash of the first chain entry
// try:     :param origin => 'log.example'
// try:     :param vkey => 'log.example+00000000+AA=='
// try:     :param genesis_date => '2026-05-07'
// try:     :param genesis_hash => '0000000000000000000000000000000000000000000000000000000000000000'
MERGE (h:LogHead {id: 'log'})
  ON CREATE SET h.origin = $origin, h.vkey = $vkey, h.genesis_date = $genesis_date, h.v = 0,
    h.tree_size = 0, h.frontier = [], h.chain_head = $genesis_hash, h.chain_length = 0;
