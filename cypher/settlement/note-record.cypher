// Stores the current record of each market: its settlement, or the last correction.
// mode:    write
// param:   $rows   LIST<MAP>  {exchange, ticker, sha256 (of the document), corrections (how many there are)}
// returns: noted   INTEGER    how many
UNWIND $rows AS row
MATCH (s:Settlement {exchange: row.exchange, ticker: row.ticker})
SET s.record_sha256 = row.sha256, s.corrections = row.corrections
REMOVE s.unlogged
RETURN count(s) AS noted;
