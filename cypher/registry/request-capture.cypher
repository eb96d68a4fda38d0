// Requests a capture of a day-file's state by the web archive, once per address.
// mode:    write
// param:   $capture  MAP  {url, date, size, leaf_end, sha256, requested_at, due_at}
MERGE (c:Capture {url: $capture.url})
  ON CREATE SET c.date = $capture.date, c.size = $capture.size, c.leaf_end = $capture.leaf_end,
    c.sha256 = $capture.sha256, c.requested_at = $capture.requested_at, c.due_at = $capture.due_at,
    c.state = 'requested', c.open = true, c.attempts = 0;
