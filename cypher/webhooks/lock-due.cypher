// Locks due entries, a few per enabled endpoint; the first to lock them continues with claim.cypher.
// mode:    write
// scans:   WebhookEndpoint
// param:   $now    INTEGER       UTC ms
// param:   $busy   LIST<STRING>  endpoints with a request in progress
// param:   $each   INTEGER       maximum entries per endpoint
// param:   $holder STRING        the requesting process
// returns: key     STRING
MATCH (e:WebhookEndpoint) WHERE e.state = 'on' AND NOT e.id IN $busy
CALL (e) {
  MATCH (d:WebhookDelivery) USING INDEX SEEK d:WebhookDelivery(endpoint, state, next_at)
  WHERE d.endpoint = e.id AND d.state = 'waiting' AND d.next_at <= $now AND d.leased_until <= timestamp()
  RETURN d ORDER BY d.endpoint, d.state, d.next_at LIMIT $each
}
WITH d ORDER BY d.key
SET d.asked_by = $holder
RETURN d.key AS key;
