// Moves of instruments, large trades and earthquakes since an instant, newest first within each kind.
// mode:    read
// param:   $types  LIST<STRING>  source types
// param:   $since  INTEGER       UTC ms
// param:   $now    INTEGER       UTC ms
// param:   $limit  INTEGER       maximum rows per type
// returns: id STRING, source_type STRING, title STRING, at INTEGER, usd FLOAT?, magnitude FLOAT?, explosion BOOLEAN, change FLOAT?
UNWIND $types AS type
CALL (type) {
  MATCH (i:Item) USING INDEX SEEK i:Item(source_type, at, id)
  WHERE i.source_type = type AND i.at >= $since AND i.at <= $now AND i.id IS NOT NULL AND i.first_seen_at <= $now
  RETURN i ORDER BY i.source_type DESC, i.at DESC, i.id DESC LIMIT $limit
}
RETURN i.id AS id, i.source_type AS source_type, i.title AS title, i.at AS at, i.usd AS usd, i.magnitude AS magnitude,
  coalesce(i.explosion, false) AS explosion, i.change AS change;
