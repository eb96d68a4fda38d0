// Queues events for endpoints, each once regardless of how often it is found, and stores how far was read.
// mode:    write
// param:   $deliveries  LIST<MAP>  {key, endpoint, event, type, body, at}, keys distinct, sorted
// param:   $endpoints   LIST<STRING>  endpoints read for
// param:   $read_to     INTEGER  UTC ms
// param:   $now         INTEGER  UTC ms
// returns: added        INTEGER
CALL () {
  UNWIND $deliveries AS row
  MATCH (e:WebhookEndpoint {id: row.endpoint})
  MERGE (d:WebhookDelivery {key: row.key})
    ON CREATE SET d.endpoint = row.endpoint, d.event = row.event, d.type = row.type, d.body = row.body, d.at = row.at,
      d.state = 'waiting', d.attempts = 0, d.created_at = $now, d.next_at = $now, d.leased_until = 0, d.fresh = true
  WITH e, d WHERE d.fresh
  REMOVE d.fresh
  MERGE (d)-[:GOES_TO]->(e)
  RETURN count(d) AS added
}
CALL () {
  UNWIND $endpoints AS id
  MATCH (e:WebhookEndpoint {id: id})
  SET e.read_to = CASE WHEN e.read_to > $read_to THEN e.read_to ELSE $read_to END
}
RETURN added;
