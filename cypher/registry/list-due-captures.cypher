// Captures with a step to take now, those that cover most records first.
// mode:    read
// param:   $now     INTEGER  microseconds UTC
// param:   $limit   INTEGER  most rows to return
// returns: capture  MAP      {url, date, size, leaf_end, sha256, state, job_id, attempts, requested_at, submitted_at, timestamp, due_at}
// try:     :param now => 1778155200000000
// try:     :param limit => 10
MATCH (c:Capture) WHERE c.open = true AND c.due_at <= $now
RETURN c {.url, .date, .size, .leaf_end, .sha256, .state, .job_id, .attempts, .requested_at,
  .submitted_at, .timestamp, .due_at} AS capture
ORDER BY c.leaf_end DESC, c.url LIMIT $limit;
