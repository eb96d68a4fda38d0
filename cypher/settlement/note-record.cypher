// Notes which record of the log holds of a market: its settlement, or the last correction.
// mode:    write
// param:   $exchange     STRING   exchange
// param:   $ticker       STRING   exchange-side identifier
// param:   $sha256       STRING   of the document
// param:   $corrections  INTEGER  how many there are
// returns: noted         INTEGER  1
MATCH (s:Settlement {exchange: $exchange, ticker: $ticker})
SET s.record_sha256 = $sha256, s.corrections = $corrections
REMOVE s.unlogged
RETURN count(s) AS noted;
