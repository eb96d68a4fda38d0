// Takes calls from a day's separate budget, as many as are left.
// mode:    write
// param:   $date    STRING   UTC date
// param:   $purse   STRING   whose budget: shadow, arm_b or arm_c
// param:   $wanted  INTEGER  calls to take; negative to return them
// param:   $limit   INTEGER  maximum calls per day
// returns: granted  INTEGER  calls taken
MERGE (b:ModelBudget {date: $date})
ON CREATE SET b.calls = 0
SET b.lock = true
WITH b, coalesce(b[$purse], 0) AS used
WITH b, used, CASE WHEN $wanted < 0 THEN $wanted WHEN used >= $limit THEN 0 WHEN used + $wanted > $limit THEN $limit - used ELSE $wanted END AS granted
SET b[$purse] = used + granted
RETURN granted;
