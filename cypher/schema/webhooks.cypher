// Webhooks: endpoints, and one entry per event and endpoint. The key prevents duplicates on several instances.
CREATE CONSTRAINT webhook_endpoint_id IF NOT EXISTS FOR (e:WebhookEndpoint) REQUIRE e.id IS UNIQUE;
CREATE CONSTRAINT webhook_delivery_key IF NOT EXISTS FOR (d:WebhookDelivery) REQUIRE d.key IS UNIQUE;
CREATE INDEX webhook_delivery_due IF NOT EXISTS FOR (d:WebhookDelivery) ON (d.endpoint, d.state, d.next_at);
CREATE INDEX settlement_seen IF NOT EXISTS FOR (s:Settlement) ON (s.seen_at_ms);
