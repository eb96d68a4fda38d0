// Stores the result of every tracked market on a day. A stored result is only replaced by a stronger one: predicted
// over abandoned over skipped over not_scored.
// mode:    write
// param:   $date  STRING     UTC date
// param:   $rows  LIST<MAP>  {exchange, ticker, status, reason, rank}: rank 3 predicted, 2 abandoned, 1 skipped, 0 not_scored
// returns: saved  INTEGER    how many rows
UNWIND $rows AS r
MERGE (c:Coverage {date: $date, exchange: r.exchange, ticker: r.ticker})
WITH c, r WHERE c.rank IS NULL OR r.rank >= c.rank
SET c.status = r.status, c.reason = r.reason, c.rank = r.rank
RETURN count(*) AS saved;
