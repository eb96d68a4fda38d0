// Removes entries delivered or given up before an instant.
// mode:    write
// scans:   WebhookEndpoint
// param:   $before   INTEGER  UTC ms
// param:   $limit    INTEGER  maximum rows
// returns: removed   INTEGER
MATCH (e:WebhookEndpoint)
UNWIND ['delivered', 'failed'] AS state
CALL (e, state) {
  MATCH (d:WebhookDelivery) USING INDEX SEEK d:WebhookDelivery(endpoint, state, next_at)
  WHERE d.endpoint = e.id AND d.state = state AND d.next_at < $before
  RETURN d LIMIT $limit
}
DETACH DELETE d
RETURN count(d) AS removed;
