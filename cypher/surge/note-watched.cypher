// Marks hours as fully watched.
// mode:    write
// param:   $from  INTEGER  first hour, hours since the Unix epoch
// param:   $to    INTEGER  last hour
UNWIND range($from, $to) AS hour
MERGE (c:WatchedHour {hour: hour})
SET c.share = 1.0;
