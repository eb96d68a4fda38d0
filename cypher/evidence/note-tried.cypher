// Counts an unreadable answer about an item and markets.
// mode:    write
// param:   $item     STRING
// param:   $markets  LIST<STRING>  <exchange>/<ticker>
MATCH (:Item {id: $item})-[n:NEAR]->()
WHERE n.market IN $markets
SET n.tries = n.tries + 1;
