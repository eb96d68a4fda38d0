// The head of the log, locked until the transaction ends: one append or seal at a time, in all processes.
// mode:    write
// returns: head  MAP  as in get-head
MATCH (h:LogHead {id: 'log'})
SET h.v = h.v
WITH h
RETURN h {.origin, .vkey, .genesis_date, .tree_size, .frontier, .last_made_at, .sealed_date, .chain_head, .chain_length} AS head;
