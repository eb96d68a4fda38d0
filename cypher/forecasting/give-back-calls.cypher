// Returns unanswered calls to a day's budget.
// mode:    write
// param:   $date     STRING   UTC date
// param:   $purpose  STRING   their purpose
// param:   $calls    INTEGER  how many
// returns: calls     INTEGER  calls of the day after it
MATCH (b:ModelBudget {date: $date})
SET b.lock = true
SET b.calls = b.calls - $calls, b[$purpose] = b[$purpose] - $calls
RETURN b.calls AS calls;
