// The authorities and witnesses that were asked so far, with what became of it.
// mode:    read
// scans:   OutsideClock
// returns: clock  MAP  {id, kind, name, url, tree_size, time, asked_at, due_at, failures, state, reason}, those that are known
MATCH (c:OutsideClock)
RETURN c {.*} AS clock
ORDER BY c.kind, c.name, c.id;
