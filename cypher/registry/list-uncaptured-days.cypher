// Sealed days without a capture request, oldest first.
// mode:    read
// scans:   ChainEntry
// param:   $limit     INTEGER  maximum rows
// returns: date       STRING
// returns: sha256     STRING   of the sealed file
// returns: tree_size  INTEGER  records in the log up to its end
// try:     :param limit => 10
MATCH (e:ChainEntry)
WHERE NOT EXISTS {
  MATCH (c:Capture) USING INDEX SEEK c:Capture(date, state)
  WHERE c.date = e.date AND c.state IS NOT NULL AND c.size IS NULL
}
RETURN e.date AS date, e.day_sha256 AS sha256, e.tree_size AS tree_size
ORDER BY e.seq LIMIT $limit;
