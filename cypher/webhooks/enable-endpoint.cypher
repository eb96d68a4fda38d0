// Enables an endpoint: waiting and failed entries are sent, and new events are delivered.
// mode:    write
// param:   $id       STRING
// param:   $now      INTEGER  UTC ms
// returns: endpoint  MAP      no row for an unknown id
MATCH (e:WebhookEndpoint {id: $id})
SET e.read_to = CASE WHEN e.state = 'on' THEN e.read_to ELSE $now END, e.state = 'on'
REMOVE e.off_reason, e.off_at, e.failing_since
WITH e
CALL (e) {
  MATCH (d:WebhookDelivery) USING INDEX SEEK d:WebhookDelivery(endpoint, state, next_at)
  WHERE d.endpoint = e.id AND d.state IN ['waiting', 'failed'] AND d.next_at IS NOT NULL
  SET d.state = 'waiting', d.attempts = 0, d.next_at = $now
}
RETURN e {.*} AS endpoint;
