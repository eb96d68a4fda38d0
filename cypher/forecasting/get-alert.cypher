// The alert that triggers a forecast.
// mode:    read
// param:   $id    STRING
// returns: alert  MAP  {id, cluster, opened_at, window_start, window_end, count, ratio, families}
MATCH (a:Alert {id: $id})
RETURN a {.id, .cluster, .opened_at, .window_start, .window_end, .count, .ratio, .families} AS alert;
