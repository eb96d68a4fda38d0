// Stores the urgency of a forecast of each market, and since when it waits.
// mode:    write
// param:   $rows  LIST<MAP>  {exchange, ticker, urgency, waiting_since INTEGER?, note}: note is the reason for or against a forecast now
// returns: saved  INTEGER    how many
UNWIND $rows AS r
MATCH (m:Market {exchange: r.exchange, ticker: r.ticker})
SET m.forecast_urgency = toFloat(r.urgency), m.forecast_waiting_since = r.waiting_since, m.forecast_note = r.note
RETURN count(m) AS saved;
