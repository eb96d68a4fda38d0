// Moves one capture to its next state.
// mode:    write
// param:   $url      STRING  address that is captured
// param:   $changes  MAP     properties to set; null removes one
MATCH (c:Capture {url: $url})
SET c += $changes;
