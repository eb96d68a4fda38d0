// Replaces a request's reservation by its actual cost, once.
// mode:    write
// param:   $id             STRING   id of the request
// param:   $micros         INTEGER  actual cost, millionths of a US dollar
// param:   $model          STRING?  model that answered
// param:   $tokens_in      INTEGER  tokens read
// param:   $tokens_out     INTEGER  tokens written
// param:   $tokens_cached  INTEGER  tokens read from the provider's cache
// returns: nothing
MATCH (r:PaidRequest {id: $id, settled: false})-[:PAID_FROM]->(d:DaySpending)
SET d.lock = true
SET d.micros = d.micros + $micros - r.micros,
    d.others_micros = d.others_micros + CASE WHEN r.first THEN 0 ELSE $micros - r.micros END
SET r.micros = $micros, r.settled = true, r.model = $model,
    r.tokens_in = $tokens_in, r.tokens_out = $tokens_out, r.tokens_cached = $tokens_cached;
