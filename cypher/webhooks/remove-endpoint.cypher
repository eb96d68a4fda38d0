// Removes an endpoint with all its entries.
// mode:    write
// param:   $id      STRING
// returns: removed  INTEGER  1, or 0 for an unknown id
OPTIONAL MATCH (e:WebhookEndpoint {id: $id})
CALL (e) {
  MATCH (d:WebhookDelivery) USING INDEX SEEK d:WebhookDelivery(endpoint, state, next_at)
  WHERE d.endpoint = e.id AND d.state IN ['waiting', 'delivered', 'failed'] AND d.next_at IS NOT NULL
  DETACH DELETE d
}
WITH e, count(e) AS removed
DETACH DELETE e
RETURN removed;
