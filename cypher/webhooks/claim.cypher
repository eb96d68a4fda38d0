// Claims due locked entries: leased to one holder by the database's clock, and the attempt is counted.
// mode:    write
// param:   $keys     LIST<STRING>
// param:   $holder   STRING
// param:   $now      INTEGER  UTC ms
// param:   $lease    INTEGER  ms after which another may take it
// returns: delivery  MAP, url STRING
UNWIND $keys AS key
MATCH (d:WebhookDelivery {key: key})
WHERE d.state = 'waiting' AND d.next_at <= $now AND d.leased_until <= timestamp()
MATCH (e:WebhookEndpoint {id: d.endpoint})
SET d.leased_until = timestamp() + $lease, d.holder = $holder, d.attempts = d.attempts + 1
RETURN d {.key, .endpoint, .event, .type, .body, .attempts} AS delivery, e.url AS url
ORDER BY d.key;
