// Position in a walk over items of a theater, after some entries: start of the page after the scan limit.
// mode:    read
// param:   $theater      STRING        the theater
// param:   $at           INTEGER       where the page starts: items before (at, item) in the order; UTC ms
// param:   $item         STRING        see $at
// param:   $since        INTEGER       earliest event time, UTC ms, inclusive
// param:   $skip         INTEGER       entries already read, less one
// returns: at INTEGER, item STRING
MATCH (i:Item) USING INDEX SEEK i:Item(theater, at, id)
WHERE i.theater = $theater AND i.at <= $at AND i.at >= $since AND i.id IS NOT NULL
  AND CASE WHEN i.at = $at THEN i.id < $item ELSE true END
WITH i ORDER BY i.theater DESC, i.at DESC, i.id DESC SKIP $skip LIMIT 1
RETURN i.at AS at, i.id AS item;
