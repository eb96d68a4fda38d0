// Endpoints with the number of their entries by state, oldest first.
// mode:    read
// scans:   WebhookEndpoint
// returns: endpoint MAP, waiting INTEGER, delivered INTEGER, failed INTEGER
MATCH (e:WebhookEndpoint)
RETURN e {.*} AS endpoint,
  COUNT {
    MATCH (d:WebhookDelivery) USING INDEX SEEK d:WebhookDelivery(endpoint, state, next_at)
    WHERE d.endpoint = e.id AND d.state = 'waiting' AND d.next_at IS NOT NULL
  } AS waiting,
  COUNT {
    MATCH (d:WebhookDelivery) USING INDEX SEEK d:WebhookDelivery(endpoint, state, next_at)
    WHERE d.endpoint = e.id AND d.state = 'delivered' AND d.next_at IS NOT NULL
  } AS delivered,
  COUNT {
    MATCH (d:WebhookDelivery) USING INDEX SEEK d:WebhookDelivery(endpoint, state, next_at)
    WHERE d.endpoint = e.id AND d.state = 'failed' AND d.next_at IS NOT NULL
  } AS failed
ORDER BY e.created_at, e.id;
