// Model calls of one day, in total and by trigger.
// mode:    read
// param:   $date  STRING   UTC date
// returns: all, schedule, surge, price_move INTEGER; no row before the first call
MATCH (b:ModelBudget {date: $date})
RETURN b.calls AS all, coalesce(b.schedule, 0) AS schedule, coalesce(b.surge, 0) AS surge, coalesce(b.price_move, 0) AS price_move;
