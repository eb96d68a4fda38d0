// Position in a walk over items in a language, after some entries: start of the page after the scan limit.
// mode:    read
// param:   $lang         STRING        language code
// param:   $at           INTEGER       where the page starts: items before (at, item) in the order; UTC ms
// param:   $item         STRING        see $at
// param:   $since        INTEGER       earliest event time, UTC ms, inclusive
// param:   $skip         INTEGER       entries already read, less one
// returns: at INTEGER, item STRING
MATCH (i:Item) USING INDEX SEEK i:Item(lang, at, id)
WHERE i.lang = $lang AND i.at <= $at AND i.at >= $since AND i.id IS NOT NULL
  AND CASE WHEN i.at = $at THEN i.id < $item ELSE true END
WITH i ORDER BY i.lang DESC, i.at DESC, i.id DESC SKIP $skip LIMIT 1
RETURN i.at AS at, i.id AS item;
