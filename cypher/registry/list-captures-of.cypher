// Verified captures that contain the records of some documents, earliest first.
// mode:    read
// param:   $hashes   LIST<STRING>  SHA-256 of the documents
// returns: sha256    STRING
// returns: date      STRING        day of the record
// returns: made_at   STRING        of the record
// returns: captures  LIST<MAP>     {timestamp, wayback_url}
// try:     :param hashes => []
UNWIND $hashes AS hash
MATCH (r:Record {sha256: hash})
OPTIONAL MATCH (c:Capture {date: r.date, state: 'verified'}) WHERE c.leaf_end > r.leaf_index
WITH r, c ORDER BY c.timestamp
RETURN r.sha256 AS sha256, r.date AS date, r.made_at AS made_at,
  collect(c {.timestamp, .wayback_url}) AS captures;
