// Stores the result of an attempt, unless its lease went to another holder.
// mode:    write
// param:   $key      STRING
// param:   $holder   STRING
// param:   $now      INTEGER   UTC ms
// param:   $state    STRING    waiting, delivered or failed
// param:   $next_at  INTEGER   UTC ms of the next attempt, else of this one
// param:   $status   INTEGER?  HTTP status
// param:   $words    STRING?   error message
// param:   $off      STRING?   why the endpoint is disabled, or null
// returns: off       BOOLEAN   whether it was enabled and is disabled now
MATCH (d:WebhookDelivery {key: $key}) WHERE d.holder = $holder
SET d.state = $state, d.next_at = $next_at, d.leased_until = 0, d.last_at = $now, d.last_status = $status, d.last_error = $words
WITH d
MATCH (e:WebhookEndpoint {id: d.endpoint})
WITH e, e.state AS before
SET e.failing_since = CASE WHEN $words IS NULL THEN null ELSE coalesce(e.failing_since, $now) END,
    e.last_delivered_at = CASE WHEN $words IS NULL THEN $now ELSE e.last_delivered_at END,
    e.state = CASE WHEN $off IS NULL THEN e.state ELSE 'off' END,
    e.off_reason = CASE WHEN $off IS NULL THEN e.off_reason ELSE $off END,
    e.off_at = CASE WHEN $off IS NULL OR before = 'off' THEN e.off_at ELSE $now END
RETURN before = 'on' AND e.state = 'off' AS off;
