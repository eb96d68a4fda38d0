// Alerts that were open at an instant, newest first.
// mode:    read
// param:   $since  INTEGER  earliest opening of an alert that may still be open, UTC ms
// param:   $now    INTEGER  UTC ms
// returns: id, cluster, opened_at, count, ratio FLOAT?, baseline FLOAT, families
MATCH (a:Alert) USING INDEX SEEK a:Alert(opened_at, id)
WHERE a.opened_at >= $since AND a.opened_at <= $now AND a.id IS NOT NULL
WITH a ORDER BY a.opened_at DESC, a.id DESC
WHERE a.closed_at IS NULL OR a.closed_at > $now
RETURN a.id AS id, a.cluster AS cluster, a.opened_at AS opened_at, a.count AS count, a.ratio AS ratio,
  a.baseline AS baseline, a.families AS families;
