// The latest entries of an endpoint in any state.
// mode:    read
// param:   $endpoint  STRING
// param:   $limit     INTEGER  maximum rows
// returns: delivery   MAP
UNWIND ['waiting', 'delivered', 'failed'] AS state
CALL (state) {
  MATCH (d:WebhookDelivery) USING INDEX SEEK d:WebhookDelivery(endpoint, state, next_at)
  WHERE d.endpoint = $endpoint AND d.state = state AND d.next_at IS NOT NULL
  RETURN d ORDER BY d.endpoint DESC, d.state DESC, d.next_at DESC LIMIT $limit
}
RETURN d {.*} AS delivery
ORDER BY d.created_at DESC, d.key LIMIT $limit;
