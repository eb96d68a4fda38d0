// Dollars spent and reserved on one UTC day, by use.
// mode:    read
// param:   $date  STRING  UTC date
// returns: purse STRING, micros INTEGER, uses LIST<MAP> {use, requests, micros, tokens_in, tokens_out}
MATCH (d:DaySpending {date: $date})
CALL (d) {
  MATCH (r:PaidRequest)-[:PAID_FROM]->(d)
  WITH r.use AS use, count(r) AS requests, sum(r.micros) AS micros,
       sum(coalesce(r.tokens_in, 0)) AS tokens_in, sum(coalesce(r.tokens_out, 0)) AS tokens_out
  ORDER BY use
  RETURN collect({use: use, requests: requests, micros: micros, tokens_in: tokens_in, tokens_out: tokens_out}) AS uses
}
RETURN d.purse AS purse, d.micros AS micros, uses;
