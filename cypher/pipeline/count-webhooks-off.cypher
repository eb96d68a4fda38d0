// Number of disabled webhook endpoints.
// mode:    read
// scans:   WebhookEndpoint
// returns: off INTEGER
MATCH (e:WebhookEndpoint {state: 'off'})
RETURN count(e) AS off;
