// Authorities and witnesses queried so far, with the results.
// mode:    read
// scans:   OutsideClock
// returns: clock  MAP  {id, kind, name, url, tree_size, time, asked_at, due_at, failures, state, reason}, with known members only
MATCH (c:OutsideClock)
RETURN c {.*} AS clock
ORDER BY c.kind, c.name, c.id;
