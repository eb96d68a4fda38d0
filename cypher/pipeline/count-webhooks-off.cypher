// Endpoints of webhooks that are switched off.
// mode:    read
// scans:   WebhookEndpoint
// returns: off INTEGER
MATCH (e:WebhookEndpoint {state: 'off'})
RETURN count(e) AS off;
