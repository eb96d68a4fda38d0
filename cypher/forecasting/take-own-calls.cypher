// Takes calls from a budget of a day that is apart from the recorded model's, as many as it has left.
// mode:    write
// param:   $date    STRING   UTC date
// param:   $purse   STRING   whose budget: shadow, arm_b or arm_c
// param:   $wanted  INTEGER  calls to take; below zero they are given back
// param:   $limit   INTEGER  most calls of a day
// returns: granted  INTEGER  calls taken
MERGE (b:ModelBudget {date: $date})
ON CREATE SET b.calls = 0
SET b.lock = true
WITH b, coalesce(b[$purse], 0) AS used
WITH b, used, CASE WHEN $wanted < 0 THEN $wanted WHEN used >= $limit THEN 0 WHEN used + $wanted > $limit THEN $limit - used ELSE $wanted END AS granted
SET b[$purse] = used + granted
RETURN granted;
