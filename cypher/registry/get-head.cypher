// The head of the log: size and frontier of the tree, last instant given out, last day sealed.
// mode:    read
// returns: head  MAP  {origin, vkey, genesis_date, tree_size, frontier, last_made_at, sealed_date, chain_head, chain_length}
MATCH (h:LogHead {id: 'log'})
RETURN h {.origin, .vkey, .genesis_date, .tree_size, .frontier, .last_made_at, .sealed_date, .chain_head, .chain_length} AS head;
