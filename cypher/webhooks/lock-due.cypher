// Locks entries that are due, a few of each endpoint that is on; whoever locks them first decides by claim.cypher.
// mode:    write
// scans:   WebhookEndpoint
// param:   $now    INTEGER       UTC ms
// param:   $busy   LIST<STRING>  endpoints that are being asked
// param:   $each   INTEGER       most entries of one endpoint
// param:   $holder STRING        who asks
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
