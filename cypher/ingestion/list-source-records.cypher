// Stored records of sources, in id order.
// mode:    read
// scans:   Source
// param:   $ids    LIST<STRING>?  only these, or null for all
// returns: record  MAP            the properties of the source's node
MATCH (s:Source)
WHERE $ids IS NULL OR s.id IN $ids
RETURN properties(s) AS record
ORDER BY s.id;
