// Gives back calls of a day that nothing answered.
// mode:    write
// param:   $date     STRING   UTC date
// param:   $purpose  STRING   what they were taken for
// param:   $calls    INTEGER  how many
// returns: calls     INTEGER  calls of the day after it
MATCH (b:ModelBudget {date: $date})
SET b.lock = true
SET b.calls = b.calls - $calls, b[$purpose] = b[$purpose] - $calls
RETURN b.calls AS calls;
