// The head of the log: size and frontier of the tree, last `made_at`, last sealed day.
// mode:    read
// returns: head  MAP  {origin, vkey, genesis_date, tree_size, frontier, last_made_at, sealed_date, chain_head, chain_length}
MATCH (h:LogHead {id: 'log'})
RETURN h {.origin, .vkey, .genesis_date, .tree_size, .frontier, .last_made_at, .sealed_date, .chain_head, .chain_length} AS head;
