// Watched share of the usual volume, by hour.
// mode:    read
// param:   $from  INTEGER  first hour, hours since the Unix epoch
// param:   $to    INTEGER  last hour
// returns: hour, share FLOAT
MATCH (c:WatchedHour) USING INDEX SEEK c:WatchedHour(hour)
WHERE c.hour >= $from AND c.hour <= $to
RETURN c.hour AS hour, c.share AS share;
