// Items of the last day by source type, with the newest event time of each.
// mode:    read
// param:   $types  LIST<STRING>  source types
// param:   $since  INTEGER       UTC ms, exclusive
// param:   $now    INTEGER       UTC ms, inclusive
// returns: name STRING, n INTEGER, newest INTEGER?
UNWIND $types AS name
CALL (name) {
  MATCH (i:Item) USING INDEX SEEK i:Item(source_type, at, id)
  WHERE i.source_type = name AND i.at > $since AND i.at <= $now AND i.id IS NOT NULL AND i.first_seen_at <= $now
  RETURN count(i) AS n, max(i.at) AS newest
}
RETURN name, n, newest;
