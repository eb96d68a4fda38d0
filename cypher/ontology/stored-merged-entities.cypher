// Every id that was given up for another one.
// mode:    read
// scans:   MergedEntity
// returns: merged MAP  {id, into}
MATCH (m:MergedEntity)
RETURN m {.id, .into} AS merged
ORDER BY m.id;
