// Number of captures in each state.
// mode:    read
// scans:   Capture
// returns: state  STRING
// returns: count  INTEGER
MATCH (c:Capture)
RETURN c.state AS state, count(*) AS count
ORDER BY state;
