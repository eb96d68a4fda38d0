// All merged ids.
// mode:    read
// scans:   MergedEntity
// returns: merged MAP  {id, into}
MATCH (m:MergedEntity)
RETURN m {.id, .into} AS merged
ORDER BY m.id;
