// Endpoints with the number of their entries by state, oldest first.
// mode:    read
// returns: endpoint MAP, waiting INTEGER, delivered INTEGER, failed INTEGER
MATCH (e:WebhookEndpoint)
RETURN e {.*} AS endpoint,
  COUNT { MATCH (d:WebhookDelivery {endpoint: e.id, state: 'waiting'}) } AS waiting,
  COUNT { MATCH (d:WebhookDelivery {endpoint: e.id, state: 'delivered'}) } AS delivered,
  COUNT { MATCH (d:WebhookDelivery {endpoint: e.id, state: 'failed'}) } AS failed
ORDER BY e.created_at, e.id;
