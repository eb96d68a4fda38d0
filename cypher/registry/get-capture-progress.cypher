// Progress of captures: covered records, and the last request.
// mode:    read
// scans:   Capture
// returns: leaf_end      INTEGER?  records covered by open or verified captures
// returns: requested_at  INTEGER?  last request of an open-day capture, microseconds UTC
// returns: submitted     LIST<INTEGER>  when captures were submitted, newest first, microseconds UTC
OPTIONAL MATCH (c:Capture) WHERE c.open = true OR c.state = 'verified'
WITH max(c.leaf_end) AS leaf_end
OPTIONAL MATCH (o:Capture) WHERE o.size IS NOT NULL
WITH leaf_end, max(o.requested_at) AS requested_at
CALL () {
  MATCH (s:Capture) WHERE s.submitted_at IS NOT NULL
  RETURN s.submitted_at AS submitted_at ORDER BY submitted_at DESC LIMIT 6
}
RETURN leaf_end, requested_at, collect(submitted_at) AS submitted;
