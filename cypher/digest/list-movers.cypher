// Entities by items of the last day, with their counts on the days before.
// mode:    read
// scans:   Entity
// param:   $since  INTEGER  UTC ms, exclusive
// param:   $now    INTEGER  UTC ms, inclusive
// param:   $from   INTEGER  first day of the comparison, days since the Unix epoch
// param:   $to     INTEGER  last day of the comparison
// returns: id, name, type, theater STRING?, location MAP? {lat, lon}, n INTEGER, before INTEGER  (sum over the days)
MATCH (e:Entity)
CALL (e) {
  MATCH ()-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, at, item)
  WHERE t.entity = e.id AND t.at > $since AND t.at <= $now AND t.item IS NOT NULL AND t.seen_at <= $now
  RETURN count(t) AS n
}
WITH e, n WHERE n > 0
CALL (e) {
  MATCH (d:EntityDay) USING INDEX SEEK d:EntityDay(entity, day)
  WHERE d.entity = e.id AND d.day >= $from AND d.day <= $to
  RETURN coalesce(sum(d.n), 0) AS before
}
RETURN e.id AS id, e.name AS name, e.type AS type, e.theater AS theater, n, before,
  CASE WHEN e.location IS NULL THEN NULL ELSE {lat: e.location.latitude, lon: e.location.longitude} END AS location;
