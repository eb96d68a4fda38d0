// Takes calls from a day's budget, as many as are left.
// mode:    write
// param:   $date     STRING   UTC date
// param:   $purpose  STRING   trigger: schedule, surge, price_move or command
// param:   $wanted   INTEGER  calls to take
// param:   $limit    INTEGER  maximum calls per day
// returns: granted   INTEGER  calls taken, 0 when the day is spent
MERGE (b:ModelBudget {date: $date})
ON CREATE SET b.calls = 0
SET b.lock = true
WITH b, CASE WHEN b.calls >= $limit THEN 0 WHEN b.calls + $wanted > $limit THEN $limit - b.calls ELSE $wanted END AS granted
SET b.calls = b.calls + granted, b[$purpose] = coalesce(b[$purpose], 0) + granted
RETURN granted;
