// Dollars spent and reserved on one UTC day, by use, and since the first day of a month.
// mode:    read
// param:   $first  STRING  UTC date of the month's first day
// param:   $date   STRING  UTC date of the day
// returns: purse STRING, micros INTEGER, month_micros INTEGER, uses LIST<MAP> {use, requests, micros, tokens_in, tokens_out}
MATCH (d:DaySpending) WHERE d.date >= $first AND d.date <= $date
WITH d.purse AS purse, sum(d.micros) AS month_micros, head(collect(CASE d.date WHEN $date THEN d END)) AS day
CALL (day) {
  MATCH (r:PaidRequest)-[:PAID_FROM]->(day)
  WITH r.use AS use, count(r) AS requests, sum(r.micros) AS micros,
       sum(coalesce(r.tokens_in, 0)) AS tokens_in, sum(coalesce(r.tokens_out, 0)) AS tokens_out
  ORDER BY use
  RETURN collect({use: use, requests: requests, micros: micros, tokens_in: tokens_in, tokens_out: tokens_out}) AS uses
}
RETURN purse, coalesce(day.micros, 0) AS micros, month_micros, uses;
