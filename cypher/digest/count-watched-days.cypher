// Number of days on which sources were watched.
// mode:    read
// param:   $from  INTEGER  first hour, hours since the Unix epoch
// param:   $to    INTEGER  last hour
// returns: days   INTEGER  UTC days of which an hour was watched
// try:     :param from => 0
// try:     :param to => 10000000
MATCH (c:WatchedHour) USING INDEX SEEK c:WatchedHour(hour)
WHERE c.hour >= $from AND c.hour <= $to AND c.share > 0
RETURN count(DISTINCT c.hour / 24) AS days;
