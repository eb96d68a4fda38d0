// Alerts of all clusters, newest first.
// mode:    read
// param:   $at       INTEGER   where the page starts: alerts before (at, id) in the order; UTC ms
// param:   $id       STRING    see $at
// param:   $limit    INTEGER   maximum rows
// returns: alert MAP, items LIST<MAP> (the newest 20), evidence INTEGER
MATCH (a:Alert) USING INDEX SEEK a:Alert(opened_at, id)
WHERE a.opened_at <= $at AND a.id IS NOT NULL
  AND CASE WHEN a.opened_at = $at THEN a.id < $id ELSE true END
WITH a ORDER BY a.opened_at DESC, a.id DESC
RETURN a AS alert,
  COLLECT { MATCH (a)-[:RAISED_BY]->(i:Item) RETURN i {.id, .title, .source, .source_type, .url, .at} ORDER BY i.at DESC, i.id DESC LIMIT 20 } AS items,
  COUNT { (a)-[:RAISED_BY]->() } AS evidence
LIMIT $limit;
