// Number of records before a UTC day: the leaf index of its first record.
// mode:    read
// param:   $date    STRING   YYYY-MM-DD
// returns: count    INTEGER
// try:     :param date => '2026-05-07'
OPTIONAL MATCH (r:Record) WHERE r.date < $date AND r.leaf_index >= 0
WITH r ORDER BY r.date DESC, r.leaf_index DESC LIMIT 1
RETURN coalesce(r.leaf_index + 1, 0) AS count;
