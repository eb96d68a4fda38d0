// Items of the last day by theater, with the newest event time of each.
// mode:    read
// param:   $theaters  LIST<STRING>  theaters
// param:   $since     INTEGER       UTC ms, exclusive
// param:   $now       INTEGER       UTC ms, inclusive
// returns: name STRING, n INTEGER, newest INTEGER?
UNWIND $theaters AS name
CALL (name) {
  MATCH (i:Item) USING INDEX SEEK i:Item(theater, at, id)
  WHERE i.theater = name AND i.at > $since AND i.at <= $now AND i.id IS NOT NULL AND i.first_seen_at <= $now
  RETURN count(i) AS n, max(i.at) AS newest
}
RETURN name, n, newest;
