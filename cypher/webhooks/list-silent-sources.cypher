// Sources that became silent since an instant, by continuous failure.
// mode:    read
// scans:   Source
// param:   $since   INTEGER  UTC ms: only those silent since
// param:   $now     INTEGER  UTC ms
// param:   $silent  INTEGER  ms of failures after which a source is silent
// returns: id STRING, category STRING?, down_since INTEGER
MATCH (s:Source)
WHERE s.down_since > 0 AND s.down_since + $silent >= $since AND s.down_since + $silent <= $now
RETURN s.id AS id, s.category AS category, s.down_since AS down_since
ORDER BY s.down_since, s.id;
