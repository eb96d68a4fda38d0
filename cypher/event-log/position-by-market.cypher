// Position in a walk over evidence for a market, after some entries: start of the page after the scan limit.
// mode:    read
// param:   $market       STRING        <exchange>/<ticker>
// param:   $at           INTEGER       where the page starts: items before (at, item) in the order; UTC ms
// param:   $item         STRING        see $at
// param:   $since        INTEGER       earliest event time, UTC ms, inclusive
// param:   $skip         INTEGER       entries already read, less one
// returns: at INTEGER, item STRING
MATCH (i)-[t:EVIDENCE]->() USING INDEX SEEK t:EVIDENCE(market, at, item)
WHERE t.market = $market AND t.at <= $at AND t.at >= $since AND t.item IS NOT NULL
  AND CASE WHEN t.at = $at THEN t.item < $item ELSE true END
WITH t ORDER BY t.market DESC, t.at DESC, t.item DESC SKIP $skip LIMIT 1
RETURN t.at AS at, t.item AS item;
