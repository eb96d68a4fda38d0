// Days sealed since an instant.
// mode:    read
// param:   $since  STRING   timestamp
// param:   $limit  INTEGER  maximum rows
// returns: date STRING, anchored_at STRING, combined_hash STRING, n_records INTEGER
MATCH (h:LogHead {id: 'log'})
MATCH (c:ChainEntry) USING INDEX SEEK c:ChainEntry(seq)
WHERE c.seq >= h.chain_length - $limit AND c.anchored_at >= $since
RETURN c.date AS date, c.anchored_at AS anchored_at, c.combined_hash AS combined_hash, c.n_records AS n_records
ORDER BY c.seq;
