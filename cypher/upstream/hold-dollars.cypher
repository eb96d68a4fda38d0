// Reserves dollars of one UTC day for a request; no row when not enough are left.
// mode:    write
// param:   $id            STRING   id of the request
// param:   $purse         STRING   model or x
// param:   $use           STRING   use of the request: recorded, arm, shadow, judge or posts
// param:   $date          STRING   UTC date
// param:   $at_ms         INTEGER  when it is sent, UTC ms
// param:   $micros        INTEGER  maximum cost, millionths of a US dollar
// param:   $limit         INTEGER  limit of the day
// param:   $others_limit  INTEGER  joint limit of requests without priority
// param:   $first         BOOLEAN  whether it has priority
// returns: micros INTEGER spent and reserved on that day
MERGE (d:DaySpending {purse: $purse, date: $date})
ON CREATE SET d.micros = 0, d.others_micros = 0
SET d.lock = true
WITH d
WHERE d.micros + $micros <= $limit AND ($first OR d.others_micros + $micros <= $others_limit)
SET d.micros = d.micros + $micros, d.others_micros = d.others_micros + CASE WHEN $first THEN 0 ELSE $micros END
CREATE (r:PaidRequest {id: $id, use: $use, at_ms: $at_ms, micros: $micros, first: $first, settled: false})
CREATE (r)-[:PAID_FROM]->(d)
RETURN d.micros AS micros;
