// Keeps how urgent a forecast of each market is, and since when it waits for one.
// mode:    write
// param:   $rows  LIST<MAP>  {exchange, ticker, urgency, waiting_since INTEGER?, note}: note says why it is not asked now, or by what it is due
// returns: saved  INTEGER    how many
UNWIND $rows AS r
MATCH (m:Market {exchange: r.exchange, ticker: r.ticker})
SET m.forecast_urgency = toFloat(r.urgency), m.forecast_waiting_since = r.waiting_since, m.forecast_note = r.note
RETURN count(m) AS saved;
