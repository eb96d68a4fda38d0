// Due captures: first the market closing soonest whose record has no copy yet, then those of most records.
// mode:    read
// param:   $now     INTEGER  microseconds UTC
// param:   $limit   INTEGER  maximum rows
// returns: capture  MAP      {url, date, size, leaf_end, sha256, state, job_id, attempts, requested_at, submitted_at, timestamp, due_at}
// try:     :param now => 1778155200000000
// try:     :param limit => 10
MATCH (c:Capture) WHERE c.open = true AND c.due_at <= $now
CALL (c) {
  MATCH (r:Record) WHERE r.date = c.date AND r.leaf_index >= 0 AND r.leaf_index < c.leaf_end
    AND NOT EXISTS { MATCH (v:Capture {date: c.date, state: 'verified'}) WHERE v.leaf_end > r.leaf_index }
  MATCH (p:Prediction {id: r.id})-[:PREDICTS]->(m:Market {status: 'open'})
  RETURN min(m.resolves_at) AS closes_at
}
RETURN c {.url, .date, .size, .leaf_end, .sha256, .state, .job_id, .attempts, .requested_at,
  .submitted_at, .timestamp, .due_at} AS capture
ORDER BY closes_at IS NULL, closes_at, c.leaf_end DESC, c.url LIMIT $limit;
