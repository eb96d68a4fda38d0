// Position in a walk over items that touch an entity, after some entries: start of the page after the scan limit.
// mode:    read
// param:   $entity       STRING        the entity
// param:   $at           INTEGER       where the page starts: items before (at, item) in the order; UTC ms
// param:   $item         STRING        see $at
// param:   $since        INTEGER       earliest event time, UTC ms, inclusive
// param:   $skip         INTEGER       entries already read, less one
// returns: at INTEGER, item STRING
MATCH (i)-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, at, item)
WHERE t.entity = $entity AND t.at <= $at AND t.at >= $since AND t.item IS NOT NULL
  AND CASE WHEN t.at = $at THEN t.item < $item ELSE true END
WITH t ORDER BY t.entity DESC, t.at DESC, t.item DESC SKIP $skip LIMIT 1
RETURN t.at AS at, t.item AS item;
