// Takes one call from the budget of a day. No row when it is spent.
// mode:    write
// param:   $date   STRING   UTC date
// param:   $limit  INTEGER  most calls of a day
// returns: calls   INTEGER  calls taken so far
MERGE (b:ModelBudget {date: $date})
ON CREATE SET b.calls = 0
SET b.lock = true
WITH b WHERE b.calls < $limit
SET b.calls = b.calls + 1
RETURN b.calls AS calls;
